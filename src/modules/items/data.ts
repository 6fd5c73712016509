import type { FurnitureType } from '#modules/fleet/rules.ts'

export type ItemCategory = { id: number; name: string }

export type Item = {
  /** Stable, because orders and stored drafts refer to it. The hundreds are the category. */
  id: number
  categoryId: number
  name: string
  /** External size as carried: bed frames in parts, table legs off, rugs rolled up. */
  lengthCm: number
  widthCm: number
  heightCm: number
  weightKg: number
  /** Space the item takes up in a loaded van: its box, or less if it nests, stacks or compresses. */
  volumeM3: number
  furnitureType: FurnitureType | null
}

export const ITEM_CATEGORIES: readonly ItemCategory[] = [
  { id: 1, name: 'Living Room' },
  { id: 2, name: 'Dining Room' },
  { id: 3, name: 'Hobbies & Activities' },
  { id: 4, name: 'Office' },
  { id: 5, name: 'Kitchen / Hallway' },
  { id: 6, name: 'Storeroom' },
  { id: 7, name: 'Outdoor & Garage' },
  { id: 8, name: 'Boxes/Bags & Suitcases' },
  { id: 9, name: 'Bedroom' },
  { id: 10, name: 'Bathroom' },
]

type Row = [
  id: number,
  name: string,
  lengthCm: number,
  widthCm: number,
  heightCm: number,
  weightKg: number,
  more?: { volumeM3?: number; type?: FurnitureType },
]

const roundTo = (value: number, step: number) => Math.round(value / step) * step
const boxVolume = (l: number, w: number, h: number) =>
  Number(Math.max(0.01, roundTo((l * w * h) / 1e6, 0.01)).toFixed(2))

const toItem = ([id, name, lengthCm, widthCm, heightCm, weightKg, more]: Row): Item => ({
  id,
  categoryId: Math.floor(id / 100),
  name,
  lengthCm,
  widthCm,
  heightCm,
  weightKg,
  volumeM3: more?.volumeM3 ?? boxVolume(lengthCm, widthCm, heightCm),
  furnitureType: more?.type ?? null,
})

const sofa = { type: 'sofa' } as const
const bed = { type: 'bed' } as const
const wardrobe = { type: 'wardrobe' } as const
const table = { type: 'table' } as const

const rows: Row[] = [
  // Living Room
  [101, 'Sofa, two-seater', 155, 88, 80, 40, { ...sofa, volumeM3: 1 }],
  [102, 'Sofa, three-seater', 210, 92, 85, 55, { ...sofa, volumeM3: 1.6 }],
  [103, 'Sofa, four-seater', 245, 98, 85, 75, { ...sofa, volumeM3: 2 }],
  [104, 'Corner sofa', 260, 160, 85, 95, { ...sofa, volumeM3: 2.6 }],
  [105, 'Sofa bed, double', 200, 95, 90, 85, { ...sofa, volumeM3: 1.7 }],
  [106, 'Futon', 190, 90, 75, 45, { ...sofa, volumeM3: 0.9 }],
  [107, 'Chaise longue', 170, 75, 80, 38, { ...sofa, volumeM3: 0.9 }],
  [108, 'Armchair', 90, 88, 88, 25, { volumeM3: 0.7 }],
  [109, 'Recliner armchair', 95, 95, 100, 45, { volumeM3: 0.9 }],
  [110, 'Footstool', 60, 50, 42, 9],
  [111, 'Bean bag', 90, 90, 60, 6, { volumeM3: 0.35 }],
  [112, 'Coffee table', 110, 60, 45, 15],
  [113, 'Side table', 50, 50, 55, 7],
  [114, 'Nest of tables', 60, 45, 52, 12],
  [115, 'Bookcase, tall', 200, 90, 33, 35],
  [116, 'Bookcase, low', 90, 80, 33, 20],
  [117, 'Shelving unit, 4 by 4 cubes', 150, 147, 39, 45],
  [118, 'Display cabinet', 180, 90, 40, 50],
  [119, 'Sideboard', 160, 45, 80, 50],
  [120, 'TV, up to 55 inch', 125, 20, 75, 18],
  [121, 'TV, 65 inch or more', 165, 22, 97, 32],
  [122, 'TV stand', 160, 45, 55, 25],
  [123, 'Floor lamp', 160, 30, 30, 4, { volumeM3: 0.1 }],
  [124, 'Rug, rolled', 230, 30, 30, 12],
  [125, 'Mirror, large', 160, 80, 8, 16],
  [126, 'Picture, framed', 100, 70, 6, 5],
  [127, 'Grandfather clock', 205, 50, 30, 40],
  [128, 'Games console and speakers, boxed', 50, 40, 30, 9],

  // Dining Room
  [201, 'Dining table, four-seater', 120, 80, 30, 30, { ...table, volumeM3: 0.28 }],
  [202, 'Dining table, six-seater', 160, 90, 30, 45, { ...table, volumeM3: 0.42 }],
  [203, 'Dining table, eight-seater', 220, 100, 30, 65, { ...table, volumeM3: 0.65 }],
  [204, 'Dining table, round', 110, 110, 35, 35, { ...table, volumeM3: 0.4 }],
  [205, 'Dining table, extending', 180, 95, 35, 60, { ...table, volumeM3: 0.55 }],
  [206, 'Glass dining table', 160, 90, 30, 55, { ...table, volumeM3: 0.43 }],
  [207, 'Dining chair', 45, 50, 95, 6, { volumeM3: 0.15 }],
  [208, 'Dining chair, upholstered', 50, 58, 100, 9, { volumeM3: 0.22 }],
  [209, 'Carver chair', 58, 58, 100, 10, { volumeM3: 0.28 }],
  [210, 'Dining bench', 140, 38, 45, 14],
  [211, 'High chair', 60, 60, 100, 8, { volumeM3: 0.22 }],
  [212, 'Bar stool', 42, 42, 100, 8, { volumeM3: 0.14 }],
  [213, 'Welsh dresser', 195, 130, 45, 85],
  [214, 'China cabinet', 185, 100, 42, 65],
  [215, 'Drinks cabinet', 120, 80, 45, 40],
  [216, 'Serving trolley', 80, 45, 85, 14],
  [217, 'Wine rack', 90, 60, 30, 12],
  [218, 'Chandelier, boxed', 70, 70, 60, 12],

  // Hobbies & Activities
  [301, 'Bicycle', 180, 60, 105, 14, { volumeM3: 0.5 }],
  [302, 'Electric bicycle', 185, 65, 110, 25, { volumeM3: 0.6 }],
  [303, "Child's bicycle", 130, 50, 80, 9, { volumeM3: 0.25 }],
  [304, 'Exercise bike', 110, 55, 120, 35, { volumeM3: 0.45 }],
  [305, 'Treadmill, folded', 165, 80, 60, 75],
  [306, 'Rowing machine', 240, 60, 50, 32, { volumeM3: 0.5 }],
  [307, 'Cross trainer', 160, 65, 160, 60, { volumeM3: 1 }],
  [308, 'Weights bench', 130, 60, 50, 22, { volumeM3: 0.3 }],
  [309, 'Set of weights', 60, 40, 30, 50],
  [310, 'Table tennis table, folded', 155, 140, 60, 70, { volumeM3: 0.9 }],
  [311, 'Pool table, 6 ft, legs off', 185, 100, 40, 75],
  [312, 'Football table', 140, 75, 88, 55, { volumeM3: 0.65 }],
  [313, 'Guitar in its case', 110, 42, 15, 7],
  [314, 'Guitar amplifier', 60, 30, 50, 18],
  [315, 'Keyboard', 140, 40, 18, 15],
  [316, 'Digital piano', 140, 50, 85, 50, { volumeM3: 0.5 }],
  [317, 'Upright piano', 150, 62, 125, 220],
  [318, 'Drum kit, in cases', 120, 90, 80, 45],
  [319, 'Cello in its case', 135, 50, 35, 9],
  [320, 'Golf bag with clubs', 125, 40, 35, 16],
  [321, 'Skis or snowboard, bagged', 185, 35, 20, 9],
  [322, 'Surfboard', 215, 55, 18, 6],
  [323, 'Stand-up paddle board, packed', 95, 45, 35, 12],
  [324, 'Kayak', 300, 75, 35, 24],
  [325, 'Tent and camping kit', 100, 50, 50, 22],
  [326, 'Easel', 170, 60, 15, 8],
  [327, 'Sewing machine', 45, 25, 35, 9],
  [328, 'Fish tank, 120 litres, empty', 80, 40, 50, 25],

  // Office
  [401, 'Desk, small', 100, 55, 75, 22, { ...table, volumeM3: 0.35 }],
  [402, 'Desk, standard', 140, 75, 75, 35, { ...table, volumeM3: 0.6 }],
  [403, 'Desk, corner', 160, 120, 75, 50, { ...table, volumeM3: 0.9 }],
  [404, 'Desk, sit-stand', 160, 80, 70, 55, { ...table, volumeM3: 0.6 }],
  [405, 'Office chair', 65, 65, 110, 16, { volumeM3: 0.4 }],
  [406, 'Visitor chair, stacking', 55, 55, 80, 5, { volumeM3: 0.12 }],
  [407, 'Filing cabinet, two drawers', 62, 47, 71, 25],
  [408, 'Filing cabinet, four drawers', 62, 47, 132, 45],
  [409, 'Pedestal drawers', 60, 42, 60, 22],
  [410, 'Storage cupboard, metal', 195, 92, 45, 65],
  [411, 'Shelving, metal, apart', 180, 45, 15, 18],
  [412, 'Meeting table', 180, 100, 30, 60, { ...table, volumeM3: 0.53 }],
  [413, 'Boardroom table, in sections', 240, 120, 30, 110, { ...table, volumeM3: 0.85 }],
  [414, 'Desktop computer', 50, 25, 50, 11],
  [415, 'Monitor', 65, 22, 50, 7],
  [416, 'Printer, desktop', 45, 40, 30, 10],
  [417, 'Photocopier, floor-standing', 65, 65, 115, 110],
  [418, 'Whiteboard', 180, 120, 5, 14],
  [419, 'Noticeboard', 120, 90, 4, 5],
  [420, 'Safe, small', 45, 40, 45, 45],
  [421, 'Desk screen', 160, 40, 6, 8],
  [422, 'Coat stand', 180, 40, 40, 6, { volumeM3: 0.14 }],
  [423, 'Water cooler', 32, 35, 105, 16],
  [424, 'Shredder', 40, 30, 55, 10],

  // Kitchen / Hallway
  [501, 'Fridge, under-counter', 60, 60, 85, 38],
  [502, 'Fridge freezer', 185, 60, 65, 70],
  [503, 'Fridge freezer, American style', 180, 92, 75, 115],
  [504, 'Freezer, under-counter', 60, 60, 85, 40],
  [505, 'Freezer, tall', 175, 60, 65, 65],
  [506, 'Washing machine', 60, 60, 85, 72],
  [507, 'Washer dryer', 60, 60, 85, 76],
  [508, 'Tumble dryer', 60, 60, 85, 45],
  [509, 'Dishwasher', 60, 60, 85, 45],
  [510, 'Dishwasher, slimline', 45, 60, 85, 36],
  [511, 'Cooker', 60, 60, 90, 50],
  [512, 'Range cooker', 110, 62, 92, 110],
  [513, 'Microwave', 50, 40, 30, 14],
  [514, 'Kitchen table', 120, 75, 30, 28, { ...table, volumeM3: 0.26 }],
  [515, 'Kitchen chair', 42, 48, 88, 5, { volumeM3: 0.12 }],
  [516, 'Kitchen island, freestanding', 120, 60, 90, 65],
  [517, 'Kitchen trolley', 60, 40, 85, 14],
  [518, 'Larder cupboard, freestanding', 185, 60, 40, 45],
  [519, 'Kitchen bin', 35, 30, 65, 4],
  [520, 'Console table', 110, 35, 78, 15, { volumeM3: 0.28 }],
  [521, 'Shoe cabinet', 100, 35, 80, 22],
  [522, 'Coat rack', 170, 45, 45, 6, { volumeM3: 0.2 }],
  [523, 'Hall bench', 100, 38, 48, 15],
  [524, 'Hall mirror', 110, 60, 6, 9],
  [525, 'Pram or buggy', 90, 60, 45, 14],
  [526, 'Vacuum cleaner', 110, 35, 30, 8],
  [527, 'Ironing board', 140, 40, 10, 6],

  // Storeroom
  [601, 'Shelving unit, plastic', 175, 75, 35, 12],
  [602, 'Shelving unit, heavy duty, apart', 180, 50, 20, 32],
  [603, 'Storage chest', 110, 55, 55, 20],
  [604, 'Trunk', 90, 50, 45, 18],
  [605, 'Stepladder', 175, 50, 18, 8],
  [606, 'Clothes airer', 110, 60, 12, 4],
  [607, 'Dehumidifier', 55, 35, 25, 13],
  [608, 'Electric heater', 70, 25, 60, 9],
  [609, 'Electric fan', 120, 40, 40, 5, { volumeM3: 0.12 }],
  [610, 'Christmas tree, boxed', 120, 35, 35, 14],
  [611, 'Wine, case of twelve', 50, 34, 18, 16],
  [612, 'Folding table', 90, 75, 9, 13],
  [613, 'Folding chair', 95, 45, 8, 4],
  [614, 'Camp bed, folded', 95, 30, 25, 9],
  [615, 'Carpet, rolled', 380, 35, 35, 40],
  [616, 'Paint and decorating tools, crate', 60, 40, 35, 15],
  [617, 'Archive shelving with files, one bay', 180, 90, 35, 90],
  [618, 'Door, loose', 200, 80, 5, 25],

  // Outdoor & Garage
  [701, 'Garden table', 150, 90, 30, 30, { ...table, volumeM3: 0.4 }],
  [702, 'Garden table, round, small', 70, 70, 72, 12, { ...table, volumeM3: 0.25 }],
  [703, 'Garden chair, stacking', 58, 60, 85, 5, { volumeM3: 0.12 }],
  [704, 'Garden bench', 150, 60, 88, 26, { volumeM3: 0.6 }],
  [705, 'Garden sofa', 180, 75, 75, 32, { ...sofa, volumeM3: 0.9 }],
  [706, 'Sun lounger', 195, 65, 35, 14, { volumeM3: 0.3 }],
  [707, 'Parasol', 240, 20, 20, 8],
  [708, 'Parasol base', 50, 50, 15, 25],
  [709, 'Barbecue, kettle', 60, 65, 100, 14],
  [710, 'Barbecue, gas', 130, 60, 115, 45],
  [711, 'Lawn mower', 130, 50, 60, 28, { volumeM3: 0.3 }],
  [712, 'Wheelbarrow', 140, 65, 65, 14, { volumeM3: 0.35 }],
  [713, 'Garden tools, bundle', 160, 30, 30, 12],
  [714, 'Hosepipe on a reel', 50, 45, 55, 9],
  [715, 'Plant pot, large, planted', 50, 50, 80, 30],
  [716, 'Plant pot, small, planted', 25, 25, 40, 6],
  [717, 'Ladder, extending', 350, 42, 16, 18],
  [718, 'Workbench', 120, 60, 85, 40],
  [719, 'Tool chest', 70, 46, 90, 50],
  [720, 'Toolbox', 60, 30, 30, 14],
  [721, 'Pressure washer', 90, 40, 40, 17],
  [722, 'Car tyres, set of four', 65, 65, 85, 40],
  [723, 'Roof box', 195, 85, 40, 20],
  [724, 'Trampoline, apart', 190, 60, 40, 55],
  [725, 'Swing, apart', 240, 40, 30, 35],
  [726, 'Shed, small, in panels', 190, 185, 40, 90],
  [727, 'Water butt', 60, 60, 95, 9],
  [728, 'Paving slabs, ten', 60, 60, 40, 150],
  [729, 'Mobility scooter', 125, 60, 95, 75],

  // Boxes/Bags & Suitcases
  [801, 'Small box', 45, 32, 32, 12],
  [802, 'Medium box', 46, 46, 46, 15],
  [803, 'Large box', 61, 46, 51, 20],
  [804, 'Wardrobe box', 120, 50, 50, 18],
  [805, 'Book box', 43, 33, 30, 18],
  [806, 'Picture box', 105, 75, 12, 8],
  [807, 'TV box', 145, 90, 20, 22],
  [808, 'Archive box', 40, 33, 26, 11],
  [809, 'Plastic crate', 60, 40, 35, 16],
  [810, 'Suitcase, cabin size', 55, 40, 23, 10],
  [811, 'Suitcase', 70, 48, 30, 20],
  [812, 'Suitcase, large', 80, 54, 33, 25],
  [813, 'Holdall', 70, 35, 35, 14],
  [814, 'Rucksack', 65, 35, 28, 11],
  [815, 'Bag for life, full', 45, 38, 25, 8],
  [816, 'Bin bag of clothes', 60, 45, 40, 8, { volumeM3: 0.08 }],
  [817, 'Vacuum bag of bedding', 90, 60, 20, 6],
  [818, 'Laundry bag, large', 60, 50, 50, 11],
  [819, 'Toy box', 80, 45, 45, 16],

  // Bedroom
  [901, 'Single bed', 195, 95, 25, 35, { ...bed, volumeM3: 0.4 }],
  [902, 'Small double bed', 195, 125, 25, 42, { ...bed, volumeM3: 0.5 }],
  [903, 'Double bed', 195, 140, 25, 50, { ...bed, volumeM3: 0.6 }],
  [904, 'King-size bed', 205, 155, 28, 60, { ...bed, volumeM3: 0.75 }],
  [905, 'Super king-size bed', 205, 185, 28, 72, { ...bed, volumeM3: 0.9 }],
  [906, 'Ottoman storage bed', 205, 155, 40, 85, { ...bed, volumeM3: 1.1 }],
  [907, 'Bunk beds', 205, 100, 40, 70, { ...bed, volumeM3: 0.75 }],
  [908, 'Cabin bed', 205, 100, 50, 75, { ...bed, volumeM3: 0.9 }],
  [909, 'Cot', 125, 70, 20, 22, { ...bed, volumeM3: 0.17 }],
  [910, 'Toddler bed', 145, 75, 25, 18, { ...bed, volumeM3: 0.25 }],
  [911, 'Single mattress', 190, 90, 22, 20],
  [912, 'Double mattress', 190, 135, 24, 30],
  [913, 'King-size mattress', 200, 150, 26, 38],
  [914, 'Super king-size mattress', 200, 180, 26, 46],
  [915, 'Headboard', 155, 120, 10, 15],
  [916, 'Single wardrobe', 185, 60, 55, 45, wardrobe],
  [917, 'Double wardrobe', 195, 100, 58, 75, wardrobe],
  [918, 'Triple wardrobe', 205, 150, 60, 115, wardrobe],
  [919, 'Sliding-door wardrobe', 215, 180, 65, 150, { ...wardrobe, volumeM3: 2.2 }],
  [920, 'Fabric wardrobe', 165, 75, 45, 10, { ...wardrobe, volumeM3: 0.25 }],
  [921, 'Chest of drawers', 100, 45, 90, 42],
  [922, 'Chest of drawers, tall', 125, 48, 60, 45],
  [923, 'Bedside table', 45, 40, 55, 12],
  [924, 'Dressing table', 110, 45, 78, 30],
  [925, 'Dressing table mirror', 70, 60, 15, 8],
  [926, 'Dressing table stool', 45, 35, 45, 6],
  [927, 'Blanket box', 100, 45, 48, 22],
  [928, 'Clothes rail', 150, 50, 20, 7],
  [929, 'Changing table', 90, 55, 95, 22],
  [930, 'Table lamp', 30, 30, 50, 3],

  // Bathroom
  [1001, 'Bathroom cabinet, wall', 65, 20, 60, 12],
  [1002, 'Bathroom cabinet, tall', 170, 35, 35, 22],
  [1003, 'Vanity unit', 65, 48, 82, 35],
  [1004, 'Bathroom shelves', 120, 35, 30, 8],
  [1005, 'Bathroom mirror', 80, 60, 6, 8],
  [1006, 'Laundry basket', 45, 35, 60, 4],
  [1007, 'Towel rail, freestanding', 85, 70, 20, 5],
  [1008, 'Bathroom stool', 40, 32, 42, 4],
  [1009, 'Bath, loose', 170, 72, 55, 32],
  [1010, 'Basin and pedestal', 85, 60, 50, 24],
  [1011, 'Toilet, loose', 68, 40, 80, 32],
  [1012, 'Shower screen', 195, 80, 6, 30],
  [1013, 'Radiator, loose', 120, 60, 12, 28],
  [1014, 'Baby bath', 85, 50, 28, 3],
  [1015, 'Bathroom scales and bin', 40, 35, 35, 4],
  [1016, 'Shower chair', 55, 50, 85, 5, { volumeM3: 0.15 }],
]

/** In display order: by category, large items first. */
export const ITEMS: readonly Item[] = rows.map(toItem)

const itemsById = new Map(ITEMS.map((item) => [item.id, item]))

export const findItem = (id: number): Item | undefined => itemsById.get(id)

/** Of what comes in parts, the heaviest that is carried at once, in kilograms: slabs and files go one by one, a long table by its sections. */
const heaviestParts = new Map([
  [309, 25], // weights
  [413, 40], // boardroom table, in sections
  [617, 20], // shelving with files, emptied
  [722, 12], // tyres
  [724, 30], // trampoline, apart
  [726, 30], // shed, in panels
  [728, 15], // paving slabs
])

/** What has to be lifted at once to carry a piece, in kilograms. */
export const heaviestPartKg = ({ id, weightKg }: Item): number => heaviestParts.get(id) ?? weightKg
