/**
 * The companies of the demonstration: base outcode, number of vans, name. All invented; where there are many people there are many
 * companies. The first is the one that the demonstration's driver owns. An L marks removal firms, whose vans are all Lutons with full crews:
 * they make three prices for a whole house in towns whose other companies are too small for one.
 */
export const COMPANY_LIST = `
E17 2 Pennant & Daughters
E17 3 Two Kettles Removals
E10 1 Osei Moving
E15 4 Brightline Moves
E8 5 Okoro Removals
E3 2 Thimble Street Vans
E6 2 Rahman & Sons Carrying
E2 1 Cobblestrap
E14 2 Half Past Eight Moves
N17 3 Ladder & Lamp Removals
N1 3 Magpie Mile
N22 1 Demetriou the Mover
N9 2 Lockkeeper Vans
NW10 3 Bramblewick Moving
NW6 2 Fiddler's Box Removals
NW9 1 Kapadia Vans
W3 2 Szymborska & Lis
W6 2 Quiet Boots Removals
W12 1 Feathertread
SE15 3 Peckham Marmalade Moves
SE6 2 Adeyinka Removals
SE18 2 Gunwharf & Gorse
SE1 2 Three Bridges Carrying Co
SW11 3 Hobnail & Strap
SW17 2 Tuppenny Removals
SW2 1 Lionel Lifts
CR0 3 Pollard & Nye Moving
KT2 2 Swan Upping Removals
HA1 2 Vekaria Brothers
UB1 2 Sandhu & Broadway Carriers
TW3 2 Heron Reach Moving
BR1 2 Brass Castor Moves
IG1 3 Valentine Park Vans
RM7 2 Marshgate Movers
EN1 2 Gentleman's Row Vans
SM1 1 Wattle & Carry
CM1 3 Saltcote Removals
SS1 2 Mudlark Moving
CO1 2 Oyster Wharf Carriers
CM20 2 Harefoot Moves
RM17 1 Tilbury Tin Box
SS14 2 Plotlands Vans
ME14 3 Hopbine & Barrel Moves
CT1 2 Pilgrim's Crate
ME4 2 Chathaway Removals
DA1 2 Creekside Carry
TN1 2 Pantile & Pine
TN23 2 Marshlight Moving
CT20 1 Leas Lift Removals
BN2 4 South Downs Carriers
BN1 3 Regency Rocket Moves
BN3 2 Groyne & Gull
BN11 2 Sea Kale Removals
RH10 2 Runway Twelve Moving
BN21 2 Beachy Box
TN34 1 Net Hut Removals
GU1 2 Tumbling Bay Moves
SO14 3 Itchen Ferryman Removals
SO15 2 Shirley & Sail
PO4 3 Spice Island Moving
BH8 2 Chine & Pine Removals
RG1 3 Biscuit Town Moves
OX4 2 Meadow Gate Moving
MK6 2 Concrete Cow Carriers
LU2 2 Strawplait Removals
SN1 2 Magic Roundabout Moves
SL1 2 Cippenham Crate Co
SG1 1 Six Hills Moving
CB4 3 Fenwater Removals
CB1 3 Parker's Piece Moving
NR2 3 Mustard Lane Moving
NR3 2 Wherryman Removals
NR5 2 Earlham Elm Moves
NR31 2 Scroby Sands Carriers
IP1 3 Freston Tower Moves
IP4 2 Christchurch Carry
PE1 3 Brickfen Carriers
BS3 3 Gasferry Road Removals
BS5 3 Redfield & Rudge
BS7 1 Horfield Hoist
BA2 2 Pulteney Pack and Carry
EX1 3 Woolhall Moving
EX4 2 Hoopern Vale Removals
PL4 3 Smeaton's Shift
PL2 2 Tamarside Carriers
PL6 2 Derriford Dray
GL50 2 Pittville Packers
TQ1 2 Redcliff Moving
TQ12 2 Teigngrace Removals
TR1 2 Kittiwake Removals
TA1 1 Levelside Moves
B11 4 Sparkhill Strongbox
B29 3 Selly Sycamore Moves
B70 2 Kaur & Bassi Removals
B16 2 Roundhouse Removals
CV1 3 Three Spires Shifting
WV1 2 Lock Street Haulage
LE2 3 Clarendon Carry
LE4 2 Patel Parva Moving
NG7 3 Lace Market Lifters
NG2 2 Meadows Moving
DE1 2 Silk Mill Removals
NN1 2 Cobblers' Corner Moves
ST4 2 Bottle Kiln Carriers
M14 4 Platt Fields Removals
M20 3 Burnage Bees Moving
M8 2 Cheetham Carriers
L15 3 Penny Post Removals
L8 3 Ropewalk Moving
PR1 3 Ribble & Rowe
BL1 2 Halliwell Lifts
WA1 3 Wireworks Removals
SK1 1 Viaduct Arches Moving
CA1 3 Borderline Carriers
LA1 2 Golden Ball Removals
LS6 3 Headrow & Hyde
LS11 3 Holbeck Hauliers
BD5 3 Lister Mill Moves
S7 3 Heeley Heave
S6 2 Rivelin Rucksack Removals
HU5 3 Five Avenues Moving
HU9 2 Drypool Carriers
HU17 2 Minster & Beck
YO30 3 Snickelway Removals
HD1 2 Castle Hill Carry
DN1 2 Flying Freight Moves
LN2 3 Steep Hill Removals
NE2 3 Jesmond Dean Moves
NE6 3 Ouseburn Carriers
NE8 2 Saltwell Shifters
NE5 2 Two Towers Moving
SR4 2 Pallion Moving
TS1 3 Transporter & Tide
G41 4 Pollokshaws Packers
G31 3 Duke Street Flitting
G12 2 Byres Box
ML1 2 Ravenscraig Removals
EH6 3 Shore & Close Removals
EH11 3 Dalry Flitting
EH3 2 Canonmill Carriers
KY1 2 Lang Toun Flitting
AB24 3 Granite & Gorse
AB10 2 Ferryhill Flitting
AB21 2 Dyce & Don Moving
AB15 2 Hazlehead Haulage
DD2 3 Lochee Lifters
PH1 2 Inch Park Removals
IV2 3 Culduthel Carriers
IV3 2 Caledonian Crate
FK8 1 Kings Knot Moving
CF24 3 Roath & Rummage Removals
CF11 3 Taffside Moving
SA1 3 Mumbles Mile Removals
SA5 2 Cwmdu Carriers
SA2 2 Sketty Sycamore Moves
SA14 2 Tinplate Moving
NP19 3 Transporter Bridge Moves
LL13 2 Acton Park Pantechnicon
LL57 2 Menai Mussel Moving
SY23 1 Constitution Hill Carry
BT7 3 Lagan Lamplight Removals
BT15 3 Cavehill Carriers
BT12 2 Donegall Pass Moves
BT38 2 Castle Keep Carrying
BT48 2 Walls & Waterside Moving
BT62 2 Bannside Removals
BS4 3L Brislington Bale Removals
BS16 3L Snuff Mill Removals
SO16 3L Bargate & Barrow
PO2 3L Portsdown Packing Case
NR7 3L Plumstead Crate Removals
AB11 3L Torry Tide Removals
AB16 3L Northfield & Neuk
BT6 3L Cregagh & Castor
`
