/** What stands in a furnished house with three bedrooms, by the catalogue: 31.2 m³ and 2,838 kg. */
const rows: [movingItem: number, amount: number][] = [
  [101, 1], // sofas, armchairs, tables and cupboards of a living room
  [102, 1],
  [108, 2],
  [112, 1],
  [113, 2],
  [115, 2],
  [119, 1],
  [120, 1],
  [122, 1],
  [124, 2],
  [125, 1],
  [126, 6],
  [202, 1], // a table with six chairs
  [207, 6],
  [301, 2],
  [401, 1],
  [405, 1],
  [502, 1], // a kitchen
  [506, 1],
  [508, 1],
  [509, 1],
  [513, 1],
  [703, 4], // a garden
  [711, 1],
  [713, 1],
  [720, 1],
  [802, 36], // boxes, bags and suitcases
  [803, 18],
  [804, 6],
  [805, 10],
  [811, 4],
  [816, 8],
  [901, 1], // three bedrooms
  [903, 1],
  [904, 1],
  [911, 1],
  [912, 1],
  [913, 1],
  [916, 1],
  [917, 2],
  [921, 3],
  [923, 4],
  [924, 1],
]

export const threeBedHouse = rows.map(([movingItem, amount]) => ({ movingItem, amount }))
