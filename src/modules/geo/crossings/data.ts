/**
 * Land that no road joins to Great Britain, by outcode (geography 5). Skye and Anglesey have bridges and are not here.
 * Two places on one line are joined by road: the causeways of the Uists, Lewis with Harris.
 */
export const LANDS: ReadonlyArray<readonly [name: string, outcodes: string]> = [
  ['Northern Ireland', 'BT'],
  ['Jersey', 'JE'],
  ['Alderney', 'GY9'],
  ['Sark', 'GY10'],
  ['Guernsey', 'GY'],
  ['the Isle of Man', 'IM'],
  ['the Isle of Wight', 'PO30-41'],
  ["St Mary's in the Isles of Scilly", 'TR21'],
  ['St Agnes in the Isles of Scilly', 'TR22'],
  ['Bryher in the Isles of Scilly', 'TR23'],
  ['Tresco in the Isles of Scilly', 'TR24'],
  ["St Martin's in the Isles of Scilly", 'TR25'],
  ['Arran', 'KA27'],
  ['Great Cumbrae', 'KA28'],
  ['Bute', 'PA20'],
  ['Gigha', 'PA41'],
  ['Islay', 'PA42-49'],
  ['Jura', 'PA60'],
  ['Colonsay', 'PA61'],
  ['Mull', 'PA62-72,74-75'],
  ['Ulva', 'PA73'],
  ['Iona', 'PA76'],
  ['Tiree', 'PA77'],
  ['Coll', 'PA78'],
  ['Corrour', 'PH30'],
  ['Eigg', 'PH42'],
  ['Rum', 'PH43'],
  ['Canna', 'PH44'],
  ['the Uists and Benbecula', 'HS6-8'],
  ['Barra', 'HS9'],
  ['Lewis and Harris', 'HS'],
  ['Orkney', 'KW15-17'],
  ['Shetland', 'ZE'],
]

/**
 * Islands and roadless shores whose outcode is shared with places that a road reaches: their postcodes, and the box they fill
 * (south, west, north, east) where nothing else lies in it. A postcode tells where only its outcode's middle is known; the
 * box tells once the postcode itself is. From general knowledge: `-` is a range of units, two characters stand for all
 * units that begin so. The first line that holds a place names it.
 */
export const ROADLESS: ReadonlyArray<readonly [name: string, postcodes: string, box?: readonly number[]]> = [
  ['Lundy', 'EX39 2LY', [51.15, -4.71, 51.21, -4.64]],
  ['Rathlin', 'BT54 6RS-6RX', [55.25, -6.3, 55.32, -6.15]],
  ['Caldey', 'SA70 7UH-7UJ', [51.63, -4.71, 51.646, -4.66]],
  ['Bardsey', 'LL53 8DE', [52.74, -4.82, 52.775, -4.77]],
  ['Brownsea', 'BH13 7EE', [50.682, -1.99, 50.696, -1.955]],
  ['Lismore', 'PA34 5U', [56.45, -5.6, 56.555, -5.425]],
  ['Kerrera', 'PA34 4SX-4SZ', [56.37, -5.6, 56.412, -5.505]],
  ['Easdale', 'PA34 4TB', [56.287, -5.665, 56.296, -5.654]],
  ['Luing', 'PA34 4TX-4UE', [56.19, -5.67, 56.268, -5.61]],
  ['Eilean Shona', 'PH36 4LR', [56.775, -5.9, 56.81, -5.82]],
  ['Knoydart', 'PH41 4PL-4PN PH41 4PU', [57.02, -5.8, 57.11, -5.5]],
  ['Muck', 'PH41 4RP', [56.82, -6.28, 56.85, -6.19]],
  ['Raasay', 'IV40 8NT-8PF', [57.33, -6.09, 57.53, -5.95]],
  ['Scoraig', 'IV23 2RE', [57.895, -5.42, 57.93, -5.3]],
  ['the Summer Isles', 'IV26 2YN', [57.98, -5.47, 58.03, -5.38]],
  ['Hoy', 'KW16 3NJ KW16 3NR-3NW KW16 3NY-3PJ', [58.76, -3.45, 58.91, -3.14]],
  ['Flotta', 'KW16 3NP', [58.81, -3.14, 58.85, -3.06]],
  ['Graemsay', 'KW16 3NX', [58.92, -3.32, 58.943, -3.25]],
  ['Shapinsay', 'KW17 2DX-2EB', [59.015, -2.95, 59.08, -2.74]],
  ['Eday', 'KW17 2AA-2AC', [59.13, -2.83, 59.245, -2.7]],
  ['Stronsay', 'KW17 2AE-2AT', [59.05, -2.7, 59.17, -2.5]],
  ['North Ronaldsay', 'KW17 2BE-2BH', [59.34, -2.5, 59.41, -2.36]],
  ['Papa Westray', 'KW17 2BU', [59.32, -2.93, 59.4, -2.86]],
  ['Sanday', 'KW17 2AU-2BD KW17 2BJ-2BT KW17 2BV-2BZ', [59.19, -2.7, 59.32, -2.36]],
  ['Westray', 'KW17 2D', [59.22, -3.12, 59.36, -2.86]],
  ['Rousay', 'KW17 2PR-2PX', [59.13, -3.16, 59.21, -2.95]],
  ['Egilsay', 'KW17 2QD', [59.13, -2.95, 59.18, -2.9]],
  ['Wyre', 'KW17 2QA', [59.105, -3, 59.13, -2.93]],
  ['Whalsay', 'ZE2 9AA-9AQ', [60.31, -1.06, 60.39, -0.9]],
  ['Out Skerries', 'ZE2 9AR-9AS', [60.4, -0.8, 60.44, -0.71]],
  ['Fetlar', 'ZE2 9DJ', [60.57, -0.95, 60.63, -0.77]],
  ['Unst', 'ZE2 9DK-9EH', [60.66, -0.97, 60.86, -0.74]],
  ['Yell', 'ZE2 9AT-9DH', [60.495, -1.19, 60.75, -0.99]],
  ['Bressay', 'ZE2 9EL-9ER', [60.1, -1.13, 60.19, -1]],
  ['Fair Isle', 'ZE2 9JU', [59.5, -1.67, 59.56, -1.58]],
  ['Foula', 'ZE2 9PN', [60.1, -2.12, 60.17, -2]],
  ['Papa Stour', 'ZE2 9PW', [60.31, -1.74, 60.35, -1.64]],
]

/**
 * Water (and three walls of hills) that a straight line crosses and a road does not, each with the bridges, tunnels and heads
 * of lochs by which traffic goes round. Written by hand from general knowledge; crossings are good to about a kilometre.
 *
 *     Name | lat,lng lat,lng … from the open sea inland | lat,lng Crossing; lat,lng Crossing
 *
 * A line begins far enough out at sea that nothing slips past its end, and a branch begins in the water it flows into. Ferries
 * are no crossings, not even the short ones of Torpoint or Corran: their fares and hours are not known.
 */
export const WATERS = `
# England and Wales, clockwise from the Severn
Bristol Channel and Severn | 51.0,-7 51.3,-4.3 51.37,-3.3 51.5,-2.9 51.574,-2.7 51.61,-2.64 51.72,-2.48 51.885,-2.26 | 51.574,-2.7 Prince of Wales Bridge; 51.61,-2.64 Severn Bridge; 51.873,-2.27 Gloucester
Taw | 51.07,-4.6 51.065,-4.2 51.08,-4.06 | 51.08,-4.07 Barnstaple
Torridge | 51.07,-4.6 51.06,-4.2 51.033,-4.195 51.017,-4.204 | 51.033,-4.195 Torridge Bridge; 51.017,-4.203 Bideford
Camel | 50.6,-5.1 50.56,-4.93 50.535,-4.9 50.518,-4.83 | 50.518,-4.835 Wadebridge
Carrick Roads | 50.05,-5.02 50.15,-5.04 50.21,-5.04 50.262,-5.045 | 50.262,-5.05 Truro
Fowey | 50.28,-4.66 50.33,-4.636 50.407,-4.668 | 50.407,-4.667 Lostwithiel
Plymouth Sound and Tamar | 50.2,-4.2 50.34,-4.16 50.37,-4.19 50.408,-4.204 50.46,-4.21 50.53,-4.214 50.595,-4.29 50.64,-4.32 | 50.408,-4.204 Tamar Bridge; 50.532,-4.214 Gunnislake; 50.595,-4.29 Greystone Bridge; 50.64,-4.32 Launceston
Lynher | 50.37,-4.18 50.385,-4.22 50.39,-4.28 50.39,-4.325 | 50.39,-4.325 Polbathic
Kingsbridge Estuary | 50.2,-3.79 50.25,-3.76 50.285,-3.775 | 50.287,-3.776 Kingsbridge
Dart | 50.3,-3.5 50.345,-3.57 50.39,-3.6 50.432,-3.685 | 50.431,-3.683 Totnes
Exe | 50.5,-3.3 50.61,-3.425 50.66,-3.455 50.699,-3.497 | 50.688,-3.475 M5; 50.699,-3.497 Countess Wear
Lyme Bay | 50.0,-3 50.72,-2.95 | 50.78,-3 Axminster
Poole Harbour | 50.58,-1.85 50.68,-1.945 50.7,-2.02 50.69,-2.11 | 50.69,-2.11 Wareham
Southampton Water | 50.7,-1.2 50.79,-1.28 50.84,-1.35 50.895,-1.42 50.92,-1.473 | 50.92,-1.473 Redbridge
Hamble | 50.83,-1.34 50.86,-1.31 50.885,-1.295 | 50.885,-1.295 Bursledon
Portsmouth Harbour | 50.74,-1.13 50.79,-1.115 50.825,-1.12 50.845,-1.165 50.853,-1.178 | 50.853,-1.178 Fareham
Portsea Creek | 50.815,-1.12 50.835,-1.088 50.841,-1.065 50.838,-1.04 50.8,-1.02 50.74,-1.01 | 50.835,-1.088 M275; 50.841,-1.068 Portsbridge; 50.838,-1.045 Eastern Road
Langstone Harbour | 50.72,-1.015 50.81,-1.02 50.84,-1 | 50.845,-1 Havant
Chichester Harbour | 50.72,-0.94 50.79,-0.92 50.845,-0.9 | 50.847,-0.9 Bosham
Medina | 50.79,-1.27 50.755,-1.29 50.7,-1.29 | 50.7,-1.29 Newport
Thames | 51.6,2.2 51.48,0.95 51.5,0.6 51.455,0.37 51.455,0.32 51.465,0.259 51.48,0.2 51.51,0.11 51.497,0.06 51.503,0.015 51.508,0.005 51.485,-0.01 51.485,-0.03 51.505,-0.05 51.5055,-0.0754 | 51.465,0.259 Dartford Crossing; 51.503,0.015 Silvertown Tunnel; 51.505,0.003 Blackwall Tunnel; 51.5055,-0.0754 Tower Bridge
Medway | 51.49,0.7 51.45,0.69 51.42,0.62 51.402,0.54 51.392,0.502 51.378,0.478 51.32,0.455 51.303,0.48 | 51.402,0.54 Medway Tunnel; 51.392,0.502 Rochester; 51.378,0.478 M2; 51.303,0.48 Aylesford
Swale | 51.49,0.7 51.41,0.7 51.389,0.748 51.36,0.83 51.36,0.95 51.42,1.05 51.48,1.1 | 51.389,0.748 Sheppey Crossing
Crouch | 51.62,1.3 51.62,0.95 51.63,0.8 51.62,0.66 51.617,0.565 | 51.617,0.565 Battlesbridge
Blackwater | 51.7,1.35 51.735,0.95 51.735,0.75 51.738,0.683 | 51.738,0.683 Maldon
Colne | 51.68,1.3 51.775,1.02 51.8,1 51.84,0.965 51.882,0.925 | 51.882,0.925 Colchester
Stour | 51.93,1.75 51.943,1.3 51.95,1.18 51.957,1.062 | 51.957,1.062 Cattawade
Orwell | 51.93,1.75 51.945,1.31 52.0,1.22 52.026,1.163 52.053,1.158 | 52.026,1.163 Orwell Bridge; 52.053,1.158 Ipswich
Deben | 51.95,1.75 51.985,1.4 52.05,1.34 52.108,1.333 | 52.108,1.333 Wilford Bridge
Alde and Ore | 52.03,1.7 52.09,1.56 52.145,1.595 52.165,1.5 | 52.165,1.5 Snape
Yare | 52.57,1.9 52.61,1.725 52.6,1.62 52.58,1.44 52.612,1.37 | 52.61,1.722 Great Yarmouth; 52.612,1.37 Postwick
Wash | 53.7,1.6 53.05,0.55 52.93,0.3 52.82,0.36 52.735,0.395 | 52.735,0.395 King's Lynn
Humber and Ouse | 53.6,1.6 53.55,0.15 53.62,-0.1 53.72,-0.3 53.706,-0.45 53.7,-0.62 53.71,-0.73 53.716,-0.905 53.727,-0.888 53.783,-1.06 53.834,-1.127 53.925,-1.085 | 53.706,-0.45 Humber Bridge; 53.716,-0.905 M62; 53.727,-0.888 Boothferry; 53.783,-1.06 Selby; 53.834,-1.127 Cawood; 53.925,-1.085 York
Trent | 53.71,-0.69 53.59,-0.735 53.573,-0.755 53.54,-0.77 53.398,-0.777 53.262,-0.757 53.09,-0.8 | 53.594,-0.738 Keadby; 53.573,-0.755 M180; 53.398,-0.777 Gainsborough; 53.262,-0.757 Dunham; 53.09,-0.8 Newark
Tees | 54.8,-0.5 54.65,-1.12 54.6,-1.18 54.585,-1.23 54.579,-1.26 54.563,-1.31 | 54.579,-1.26 A19; 54.563,-1.31 Stockton
Tyne | 55.05,-1 55.008,-1.42 54.987,-1.485 54.98,-1.54 54.965,-1.58 54.968,-1.605 | 54.987,-1.485 Tyne Tunnel; 54.968,-1.605 Tyne Bridge
Windermere | 54.268,-2.972 54.3,-2.95 54.36,-2.93 54.43,-2.963 | 54.268,-2.972 Newby Bridge; 54.43,-2.963 Ambleside
Duddon | 54.05,-3.5 54.19,-3.24 54.282,-3.235 | 54.282,-3.235 Duddon Bridge
Leven | 54.03,-3.03 54.17,-3.04 54.24,-3.05 | 54.24,-3.05 Greenodd
Morecambe Bay | 53.9,-4.2 53.95,-3.2 54.05,-3 54.13,-2.87 54.2,-2.8 54.275,-2.765 | 54.275,-2.765 Levens Bridge
Lune | 53.97,-2.98 54.03,-2.83 54.053,-2.8 | 54.053,-2.8 Lancaster
Wyre | 54.02,-3.05 53.925,-3 53.88,-2.98 53.858,-2.955 | 53.858,-2.955 Shard Bridge
Ribble | 53.7,-3.5 53.72,-2.97 53.74,-2.8 53.755,-2.715 | 53.755,-2.715 Preston
Mersey | 53.5,-3.5 53.45,-3.05 53.41,-3.005 53.37,-2.97 53.335,-2.9 53.345,-2.74 53.37,-2.66 53.385,-2.59 | 53.42,-3.012 Kingsway Tunnel; 53.405,-3.002 Queensway Tunnel; 53.35,-2.735 Runcorn; 53.385,-2.59 Warrington
Dee | 53.48,-3.7 53.37,-3.25 53.28,-3.15 53.232,-3.065 53.208,-3.025 53.185,-2.895 | 53.232,-3.065 Flintshire Bridge; 53.208,-3.025 Queensferry; 53.185,-2.895 Chester
Conwy | 53.36,-3.9 53.285,-3.83 53.228,-3.818 53.139,-3.797 | 53.285,-3.83 Conwy; 53.228,-3.818 Tal-y-Cafn; 53.139,-3.797 Llanrwst
Menai Strait | 53.45,-4 53.27,-4.08 53.22,-4.163 53.216,-4.186 53.17,-4.25 53.125,-4.34 53.05,-4.5 52.95,-4.9 | 53.22,-4.163 Menai Bridge; 53.216,-4.186 Britannia Bridge
Tremadog Bay | 51.9,-6 52.8,-4.35 52.925,-4.12 | 52.925,-4.12 Porthmadog
Mawddach | 51.9,-6 52.68,-4.15 52.72,-4.05 52.735,-3.92 52.745,-3.885 | 52.745,-3.885 Dolgellau
Dyfi | 51.9,-6 52.53,-4.12 52.545,-4 52.602,-3.855 | 52.602,-3.855 Machynlleth
Milford Haven | 51.55,-5.4 51.68,-5.13 51.7,-5.03 51.707,-4.93 51.75,-4.9 51.8,-4.965 | 51.707,-4.93 Cleddau Bridge; 51.8,-4.965 Haverfordwest
Tywi | 51.55,-4.7 51.74,-4.4 51.8,-4.36 51.853,-4.31 | 51.853,-4.31 Carmarthen
Loughor | 51.55,-4.7 51.64,-4.25 51.66,-4.1 51.663,-4.077 51.7,-4.05 | 51.663,-4.077 Loughor Bridge; 51.7,-4.055 M4
# Scotland, clockwise from the Solway
Solway | 54.3,-4.9 54.75,-3.8 54.9,-3.45 54.98,-3.15 54.975,-3.02 | 54.975,-3.02 Metal Bridge
Nith | 54.8,-3.65 55.0,-3.58 55.068,-3.61 | 55.068,-3.61 Dumfries
Cree | 54.5,-4.2 54.8,-4.35 54.958,-4.483 | 54.958,-4.483 Newton Stewart
Luce Bay | 54.45,-4.7 54.86,-4.85 54.88,-4.81 | 54.88,-4.81 Glenluce
Clyde | 54.5,-5.45 55.3,-5.05 55.75,-4.97 55.965,-4.88 55.965,-4.7 55.925,-4.464 55.87,-4.335 55.856,-4.27 | 55.925,-4.464 Erskine Bridge; 55.87,-4.335 Clyde Tunnel; 55.856,-4.27 Kingston Bridge
Gare Loch | 55.962,-4.787 55.98,-4.8 56.05,-4.835 56.085,-4.83 | 56.085,-4.83 Garelochhead
Loch Long | 55.8,-4.96 55.93,-4.9 56.0,-4.85 56.1,-4.82 56.204,-4.745 | 56.204,-4.745 Arrochar
Loch Goil and the Cowal hills | 56.08,-4.83 56.165,-4.9 56.167,-5.07 | 56.167,-5.07 Strachur
Loch Lomond | 56.003,-4.583 56.1,-4.62 56.2,-4.69 56.315,-4.72 | 56.003,-4.583 Balloch; 56.315,-4.72 Ardlui
Loch Fyne | 54.5,-5.45 55.4,-5.3 55.75,-5.28 55.87,-5.38 56.05,-5.3 56.18,-5.12 56.273,-4.925 | 56.273,-4.925 Cairndow
Loch Awe | 56.165,-5.455 56.28,-5.25 56.4,-4.98 | 56.165,-5.455 Ford; 56.4,-4.98 Dalmally
Loch Etive | 56.42,-5.65 56.455,-5.39 56.46,-5.2 56.52,-5.05 56.57,-5.03 56.65,-4.84 | 56.455,-5.39 Connel Bridge; 56.65,-4.84 Kingshouse
Loch Leven | 56.69,-5.27 56.688,-5.184 56.69,-5.05 56.714,-4.965 | 56.688,-5.184 Ballachulish Bridge; 56.714,-4.965 Kinlochleven
Loch Linnhe | 56.2,-6.1 56.35,-5.75 56.55,-5.45 56.7,-5.24 56.8,-5.13 56.842,-5.085 | 56.842,-5.085 Fort William
Loch Eil | 56.8,-5.1 56.83,-5.13 56.85,-5.2 56.855,-5.34 | 56.855,-5.34 Kinlocheil
Loch Sunart | 56.65,-6.1 56.68,-5.75 56.69,-5.565 | 56.69,-5.565 Strontian
Great Glen | 57.478,-4.228 57.43,-4.33 57.145,-4.68 57.055,-4.8 57.0,-4.85 56.915,-4.995 56.842,-5.085 | 57.478,-4.228 Inverness; 57.145,-4.68 Fort Augustus; 57.055,-4.8 Bridge of Oich; 56.915,-4.995 Gairlochy; 56.842,-5.085 Fort William
Sound of Sleat | 56.5,-6.9 57.0,-5.95 57.15,-5.72 57.25,-5.65 57.277,-5.74 57.33,-5.9 57.45,-5.95 57.7,-6.1 58.3,-6.2 | 57.277,-5.74 Skye Bridge
Loch Duich | 57.24,-5.68 57.268,-5.6 57.27,-5.53 57.215,-5.42 | 57.215,-5.42 Shiel Bridge
Loch Carron | 57.38,-5.95 57.35,-5.6 57.37,-5.53 57.43,-5.42 | 57.43,-5.42 Lochcarron
Loch Torridon | 57.6,-5.98 57.56,-5.6 57.545,-5.5 | 57.545,-5.5 Torridon
Loch Maree | 57.605,-5.3 57.69,-5.45 57.765,-5.6 | 57.605,-5.3 Kinlochewe; 57.765,-5.6 Poolewe
Loch Broom | 58.05,-5.5 57.88,-5.15 57.81,-5.05 | 57.81,-5.05 Braemore
Dornoch Firth | 58.1,-3 57.86,-3.85 57.85,-4.02 57.87,-4.2 57.892,-4.347 | 57.85,-4.02 Dornoch Firth Bridge; 57.892,-4.347 Bonar Bridge
Cromarty Firth | 57.74,-3.72 57.685,-4 57.68,-4.17 57.627,-4.385 57.563,-4.437 | 57.627,-4.385 Cromarty Bridge; 57.563,-4.437 Conon Bridge
Moray and Beauly Firths | 58.4,-0.5 57.95,-3.3 57.72,-3.8 57.58,-4.05 57.5,-4.229 57.49,-4.35 57.475,-4.475 | 57.5,-4.229 Kessock Bridge; 57.475,-4.475 Beauly
Tay | 56.5,0 56.46,-2.75 56.452,-2.947 56.4,-3.1 56.36,-3.25 56.373,-3.405 56.395,-3.43 | 56.452,-2.947 Tay Bridge; 56.373,-3.405 Friarton Bridge; 56.395,-3.43 Perth
Loch Tay | 56.465,-4.32 56.52,-4.1 56.585,-3.995 | 56.465,-4.32 Killin; 56.585,-3.995 Kenmore
Forth | 56.3,0 56.05,-2.9 56.02,-3.2 56.003,-3.41 56.02,-3.6 56.073,-3.74 56.1,-3.85 56.125,-3.935 | 56.003,-3.41 Queensferry Crossing; 56.073,-3.74 Clackmannanshire Bridge; 56.125,-3.935 Stirling
Rannoch Moor and Ben Alder | 56.86,-4.26 56.72,-4.55 56.65,-4.83 | 56.86,-4.26 Drumochter; 56.65,-4.83 Glen Coe
Cairngorms | 56.86,-4.26 56.97,-3.85 57.06,-3.65 57.22,-3.3 | 56.86,-4.26 Drumochter; 57.22,-3.27 Lecht
# Northern Ireland
Strangford Lough | 54.2,-5.35 54.33,-5.53 54.45,-5.6 54.585,-5.69 | 54.585,-5.69 Newtownards
Belfast Lough | 54.8,-5.3 54.68,-5.75 54.635,-5.87 54.605,-5.92 | 54.605,-5.92 Lagan Bridge
Lough Neagh | 54.475,-6.47 54.63,-6.4 54.757,-6.46 | 54.475,-6.47 M1; 54.757,-6.46 Toome Bridge
`
