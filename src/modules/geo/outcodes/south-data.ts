// Written by hand for this project from general knowledge of where each district lies; not copied from any data set. One place per line:
// code, latitude, longitude (WGS84 degrees), common name. Accurate to a kilometre or two. The rest of Great Britain is in
// ../north/data.ts.

/** The populated centre of each southern postcode area, used when an outcode is unknown: 10 to 30 km off. */
export const southAreas = `
AL 51.776 -0.270 St Albans
BA 51.240 -2.390 Bath
BH 50.744 -1.899 Bournemouth
BN 50.832 -0.121 Brighton
BR 51.393 0.054 Bromley
BS 51.427 -2.654 Bristol
CB 52.198 0.206 Cambridge
CF 51.550 -3.300 Cardiff
CM 51.751 0.355 Chelmsford
CO 51.899 0.962 Colchester
CR 51.350 -0.103 Croydon
CT 51.242 1.232 Canterbury
DA 51.441 0.215 Dartford
DT 50.751 -2.514 Dorchester
E 51.546 -0.010 East London
EC 51.517 -0.093 City of London
EN 51.689 -0.078 Enfield
EX 50.775 -3.560 Exeter
GL 51.821 -2.216 Gloucester
GU 51.219 -0.711 Guildford
HA 51.586 -0.341 Harrow
HP 51.717 -0.699 Hemel Hempstead
HR 52.092 -2.735 Hereford
IG 51.590 0.070 Ilford
IP 52.150 1.100 Ipswich
KT 51.355 -0.344 Kingston upon Thames
LD 52.186 -3.365 Llandrindod Wells
LU 51.895 -0.460 Luton
ME 51.337 0.576 Medway
MK 52.057 -0.699 Milton Keynes
N 51.588 -0.118 North London
NN 52.290 -0.830 Northampton
NP 51.695 -3.022 Newport
NR 52.645 1.330 Norwich
NW 51.562 -0.201 North West London
OX 51.790 -1.258 Oxford
PE 52.640 -0.090 Peterborough
PL 50.430 -4.300 Plymouth
PO 50.782 -1.105 Portsmouth
RG 51.385 -1.045 Reading
RH 51.124 -0.193 Redhill
RM 51.545 0.220 Romford
SA 51.730 -4.150 Swansea
SE 51.462 -0.034 South East London
SG 51.947 -0.157 Stevenage
SL 51.522 -0.635 Slough
SM 51.362 -0.187 Sutton
SN 51.510 -1.880 Swindon
SO 50.947 -1.393 Southampton
SP 51.097 -1.826 Salisbury
SS 51.562 0.630 Southend-on-Sea
SW 51.460 -0.170 South West London
TA 51.040 -3.020 Taunton
TN 51.067 0.453 Tonbridge
TQ 50.435 -3.645 Torquay
TR 50.210 -5.210 Truro
TW 51.447 -0.396 Twickenham
UB 51.528 -0.420 Southall
W 51.510 -0.230 West London
WC 51.517 -0.122 West Central London
WD 51.668 -0.391 Watford
WR 52.169 -2.197 Worcester
`

/** The centre of each southern outcode, including London's lettered ones. */
export const southOutcodes = `
AL1 51.748 -0.328 St Albans
AL2 51.718 -0.346 Bricket Wood and London Colney
AL3 51.769 -0.347 St Albans north and Redbourn
AL4 51.767 -0.290 Marshalswick and Wheathampstead
AL5 51.817 -0.351 Harpenden
AL6 51.832 -0.196 Welwyn
AL7 51.799 -0.190 Welwyn Garden City
AL8 51.803 -0.212 Welwyn Garden City west
AL9 51.743 -0.205 Brookmans Park
AL10 51.761 -0.232 Hatfield
BA1 51.393 -2.365 Bath
BA2 51.362 -2.365 Combe Down and Peasedown, Bath
BA3 51.276 -2.462 Radstock
BA4 51.170 -2.540 Shepton Mallet
BA5 51.212 -2.660 Wells
BA6 51.146 -2.705 Glastonbury
BA7 51.090 -2.515 Castle Cary
BA8 51.000 -2.415 Templecombe
BA9 51.057 -2.412 Wincanton
BA10 51.110 -2.450 Bruton
BA11 51.230 -2.335 Frome
BA12 51.185 -2.195 Warminster
BA13 51.262 -2.185 Westbury
BA14 51.320 -2.208 Trowbridge
BA15 51.346 -2.251 Bradford-on-Avon
BA16 51.125 -2.740 Street
BA20 50.937 -2.645 Yeovil
BA21 50.950 -2.635 Yeovil north
BA22 50.970 -2.620 Ilchester and Queen Camel
BH1 50.722 -1.868 Bournemouth
BH2 50.720 -1.884 Bournemouth town centre
BH3 50.736 -1.878 Talbot Woods, Bournemouth
BH4 50.721 -1.900 Westbourne, Bournemouth
BH5 50.725 -1.835 Boscombe
BH6 50.727 -1.800 Southbourne
BH7 50.739 -1.815 Littledown, Bournemouth
BH8 50.742 -1.853 Charminster, Bournemouth
BH9 50.749 -1.880 Winton and Moordown
BH10 50.757 -1.895 Kinson
BH11 50.756 -1.916 Bear Cross, Bournemouth
BH12 50.737 -1.938 Branksome, Poole
BH13 50.708 -1.915 Canford Cliffs, Poole
BH14 50.724 -1.948 Parkstone, Poole
BH15 50.724 -1.980 Poole
BH16 50.735 -2.030 Upton and Lytchett
BH17 50.745 -1.985 Canford Heath, Poole
BH18 50.757 -1.996 Broadstone
BH19 50.613 -1.970 Swanage
BH20 50.675 -2.140 Wareham
BH21 50.805 -1.975 Wimborne
BH22 50.805 -1.895 Ferndown
BH23 50.745 -1.755 Christchurch
BH24 50.845 -1.800 Ringwood
BH25 50.755 -1.655 New Milton
BH31 50.876 -1.880 Verwood
BN1 50.840 -0.140 Brighton
BN2 50.822 -0.105 Kemptown and Rottingdean, Brighton
BN3 50.834 -0.175 Hove
BN5 50.925 -0.265 Henfield
BN6 50.925 -0.135 Hassocks
BN7 50.872 0.010 Lewes
BN8 50.900 0.060 Ringmer
BN9 50.793 0.047 Newhaven
BN10 50.797 0.001 Peacehaven
BN11 50.812 -0.372 Worthing
BN12 50.815 -0.425 Goring-by-Sea
BN13 50.832 -0.415 Durrington, Worthing
BN14 50.832 -0.378 Broadwater, Worthing
BN15 50.828 -0.325 Lancing
BN16 50.812 -0.490 Rustington
BN17 50.809 -0.545 Littlehampton
BN18 50.850 -0.570 Arundel
BN20 50.770 0.265 Old Town and Meads, Eastbourne
BN21 50.771 0.282 Eastbourne
BN22 50.785 0.295 Hampden Park, Eastbourne
BN23 50.786 0.322 Langney, Eastbourne
BN24 50.813 0.335 Pevensey
BN25 50.776 0.105 Seaford
BN26 50.816 0.215 Polegate
BN27 50.875 0.270 Hailsham
BN41 50.838 -0.215 Portslade
BN42 50.835 -0.237 Southwick
BN43 50.836 -0.270 Shoreham-by-Sea
BN44 50.890 -0.320 Steyning
BN45 50.887 -0.195 Poynings
BN88 50.823 -0.137 Brighton
BN99 50.812 -0.372 Worthing
BR1 51.410 0.021 Bromley
BR2 51.385 0.020 Hayes, Bromley
BR3 51.405 -0.030 Beckenham
BR4 51.376 -0.010 West Wickham
BR5 51.390 0.102 Petts Wood and St Mary Cray
BR6 51.364 0.092 Orpington
BR7 51.416 0.068 Chislehurst
BR8 51.395 0.172 Swanley
BS1 51.452 -2.597 Bristol
BS2 51.460 -2.578 St Pauls, Bristol
BS3 51.438 -2.603 Bedminster, Bristol
BS4 51.434 -2.562 Brislington and Knowle, Bristol
BS5 51.462 -2.552 Easton and St George, Bristol
BS6 51.467 -2.597 Redland, Bristol
BS7 51.482 -2.583 Horfield, Bristol
BS8 51.457 -2.618 Clifton, Bristol
BS9 51.486 -2.622 Westbury-on-Trym, Bristol
BS10 51.502 -2.607 Southmead, Bristol
BS11 51.493 -2.680 Avonmouth, Bristol
BS13 51.414 -2.608 Hartcliffe, Bristol
BS14 51.413 -2.563 Whitchurch and Stockwood, Bristol
BS15 51.462 -2.503 Kingswood, Bristol
BS16 51.485 -2.513 Fishponds and Downend, Bristol
BS20 51.481 -2.760 Portishead
BS21 51.437 -2.850 Clevedon
BS22 51.360 -2.920 Worle, Weston-super-Mare
BS23 51.340 -2.970 Weston-super-Mare
BS24 51.322 -2.925 Hutton and Bleadon
BS25 51.320 -2.830 Winscombe
BS26 51.280 -2.835 Axbridge
BS27 51.277 -2.777 Cheddar
BS28 51.228 -2.810 Wedmore
BS29 51.330 -2.865 Banwell
BS30 51.445 -2.470 Longwell Green, Bristol
BS31 51.410 -2.495 Keynsham
BS32 51.545 -2.560 Bradley Stoke
BS34 51.525 -2.560 Filton and Stoke Gifford
BS35 51.600 -2.530 Thornbury
BS36 51.525 -2.490 Winterbourne and Frampton Cotterell
BS37 51.540 -2.410 Yate
BS39 51.325 -2.530 Paulton and Clutton
BS40 51.335 -2.670 Chew Valley
BS41 51.425 -2.655 Long Ashton
BS48 51.425 -2.745 Nailsea
BS49 51.385 -2.815 Yatton and Congresbury
BS99 51.452 -2.590 Bristol
CB1 52.190 0.160 Cambridge
CB2 52.190 0.125 Trumpington, Cambridge
CB3 52.207 0.095 Newnham, Cambridge
CB4 52.222 0.130 Chesterton, Cambridge
CB5 52.212 0.155 Abbey, Cambridge
CB6 52.405 0.230 Ely
CB7 52.370 0.310 Soham
CB8 52.235 0.420 Newmarket
CB9 52.085 0.440 Haverhill
CB10 52.045 0.265 Saffron Walden
CB11 52.005 0.225 Newport, Saffron Walden
CB21 52.135 0.260 Linton
CB22 52.125 0.145 Sawston and Great Shelford
CB23 52.205 -0.010 Cambourne
CB24 52.285 0.095 Histon and Cottenham
CB25 52.255 0.245 Waterbeach and Burwell
CF3 51.512 -3.120 Rumney and St Mellons, Cardiff
CF5 51.487 -3.245 Ely and Fairwater, Cardiff
CF10 51.478 -3.175 Cardiff
CF11 51.471 -3.193 Canton and Grangetown, Cardiff
CF14 51.517 -3.203 Whitchurch and Heath, Cardiff
CF15 51.535 -3.260 Radyr and Taff's Well
CF23 51.513 -3.155 Pentwyn and Cyncoed, Cardiff
CF24 51.487 -3.162 Roath, Cardiff
CF31 51.505 -3.572 Bridgend
CF32 51.560 -3.575 Tondu and Ogmore Vale
CF33 51.530 -3.685 Pyle and Kenfig Hill
CF34 51.610 -3.655 Maesteg
CF35 51.525 -3.515 Pencoed
CF36 51.484 -3.695 Porthcawl
CF37 51.600 -3.335 Pontypridd
CF38 51.560 -3.335 Church Village
CF39 51.600 -3.420 Porth and Tonyrefail
CF40 51.622 -3.450 Tonypandy
CF41 51.648 -3.490 Pentre
CF42 51.667 -3.515 Treorchy
CF43 51.650 -3.435 Ferndale
CF44 51.715 -3.455 Aberdare
CF45 51.685 -3.375 Mountain Ash
CF46 51.660 -3.305 Treharris
CF47 51.748 -3.378 Merthyr Tydfil
CF48 51.745 -3.370 Dowlais and Aberfan
CF61 51.410 -3.485 Llantwit Major
CF62 51.402 -3.300 Barry
CF63 51.413 -3.255 Cadoxton, Barry
CF64 51.440 -3.190 Penarth
CF71 51.460 -3.450 Cowbridge
CF72 51.545 -3.390 Llantrisant
CF81 51.695 -3.230 Bargoed
CF82 51.645 -3.235 Ystrad Mynach
CF83 51.580 -3.220 Caerphilly
CF99 51.464 -3.162 Cardiff Bay
CM0 51.655 0.845 Burnham-on-Crouch
CM1 51.743 0.460 Chelmsford
CM2 51.725 0.485 Great Baddow, Chelmsford
CM3 51.720 0.580 Danbury and South Woodham Ferrers
CM4 51.670 0.395 Ingatestone
CM5 51.715 0.265 Ongar
CM6 51.875 0.365 Great Dunmow
CM7 51.895 0.540 Braintree
CM8 51.805 0.640 Witham
CM9 51.740 0.700 Maldon
CM11 51.622 0.440 Billericay east
CM12 51.628 0.412 Billericay
CM13 51.610 0.330 Brentwood south
CM14 51.620 0.290 Brentwood
CM15 51.635 0.310 Shenfield, Brentwood
CM16 51.705 0.115 Epping
CM17 51.775 0.135 Old Harlow
CM18 51.760 0.100 Harlow south
CM19 51.765 0.080 Harlow west
CM20 51.775 0.105 Harlow
CM21 51.818 0.145 Sawbridgeworth
CM22 51.870 0.220 Takeley and Hatfield Heath
CM23 51.872 0.165 Bishop's Stortford
CM24 51.905 0.200 Stansted Mountfitchet
CM77 51.875 0.560 Great Notley, Braintree
CO1 51.890 0.905 Colchester
CO2 51.880 0.895 Colchester south
CO3 51.887 0.870 Lexden, Colchester
CO4 51.913 0.920 Highwoods, Colchester
CO5 51.830 0.835 Tiptree and West Mersea
CO6 51.905 0.750 Coggeshall and Earls Colne
CO7 51.880 0.990 Wivenhoe and Brightlingsea
CO8 51.970 0.785 Bures
CO9 51.955 0.620 Halstead
CO10 52.060 0.715 Sudbury
CO11 51.940 1.060 Manningtree
CO12 51.938 1.265 Harwich
CO13 51.852 1.235 Frinton-on-Sea
CO14 51.852 1.270 Walton-on-the-Naze
CO15 51.800 1.160 Clacton-on-Sea
CO16 51.830 1.120 St Osyth and Great Clacton
CR0 51.373 -0.080 Croydon
CR2 51.349 -0.087 South Croydon
CR3 51.286 -0.085 Caterham
CR4 51.401 -0.159 Mitcham
CR5 51.311 -0.142 Coulsdon
CR6 51.310 -0.057 Warlingham
CR7 51.397 -0.102 Thornton Heath
CR8 51.330 -0.113 Purley
CR9 51.373 -0.101 Croydon town centre
CR90 51.373 -0.101 Croydon
CT1 51.275 1.085 Canterbury
CT2 51.290 1.090 Canterbury north and Sturry
CT3 51.270 1.190 Wingham
CT4 51.230 1.030 Chartham
CT5 51.355 1.035 Whitstable
CT6 51.367 1.130 Herne Bay
CT7 51.375 1.300 Birchington
CT8 51.380 1.335 Westgate-on-Sea
CT9 51.385 1.390 Margate
CT10 51.365 1.430 Broadstairs
CT11 51.338 1.410 Ramsgate
CT12 51.340 1.365 Minster, Ramsgate
CT13 51.265 1.325 Sandwich
CT14 51.215 1.385 Deal
CT15 51.180 1.290 Eythorne, Dover
CT16 51.140 1.305 Dover
CT17 51.128 1.290 Dover west
CT18 51.110 1.135 Hawkinge
CT19 51.088 1.165 Folkestone
CT20 51.080 1.165 Sandgate, Folkestone
CT21 51.070 1.075 Hythe
CT50 51.080 1.170 Folkestone
DA1 51.448 0.210 Dartford
DA2 51.433 0.235 Wilmington and Bean, Dartford
DA3 51.388 0.303 Longfield
DA4 51.390 0.230 Farningham and South Darenth
DA5 51.438 0.145 Bexley
DA6 51.452 0.137 Bexleyheath
DA7 51.465 0.143 Barnehurst, Bexleyheath
DA8 51.477 0.174 Erith
DA9 51.449 0.284 Greenhithe
DA10 51.447 0.305 Swanscombe
DA11 51.436 0.353 Northfleet, Gravesend
DA12 51.430 0.385 Gravesend
DA13 51.385 0.365 Meopham
DA14 51.424 0.112 Sidcup
DA15 51.437 0.098 Blackfen, Sidcup
DA16 51.464 0.105 Welling
DA17 51.488 0.148 Belvedere
DA18 51.494 0.140 Erith Marshes
DT1 50.713 -2.440 Dorchester
DT2 50.745 -2.420 Dorchester villages
DT3 50.640 -2.465 Weymouth north
DT4 50.610 -2.460 Weymouth
DT5 50.550 -2.440 Portland
DT6 50.735 -2.770 Bridport
DT7 50.728 -2.930 Lyme Regis
DT8 50.810 -2.740 Beaminster
DT9 50.945 -2.510 Sherborne
DT10 50.925 -2.310 Sturminster Newton
DT11 50.855 -2.165 Blandford Forum
E1 51.517 -0.058 Whitechapel
E1W 51.507 -0.062 Wapping
E2 51.529 -0.061 Bethnal Green
E3 51.528 -0.025 Bow
E4 51.622 -0.003 Chingford
E5 51.560 -0.053 Clapton
E6 51.527 0.055 East Ham
E7 51.547 0.025 Forest Gate
E8 51.543 -0.066 Hackney
E9 51.544 -0.043 Homerton
E10 51.567 -0.012 Leyton
E11 51.568 0.012 Leytonstone
E12 51.550 0.052 Manor Park
E13 51.527 0.026 Plaistow
E14 51.506 -0.019 Poplar and the Isle of Dogs
E15 51.540 0.004 Stratford
E16 51.511 0.025 Canning Town
E17 51.586 -0.018 Walthamstow
E18 51.593 0.026 South Woodford
E20 51.543 -0.008 Olympic Park
EC1A 51.518 -0.100 St Bartholomew's
EC1M 51.521 -0.103 Farringdon
EC1N 51.520 -0.108 Hatton Garden
EC1P 51.524 -0.111 Mount Pleasant
EC1R 51.525 -0.109 Clerkenwell
EC1V 51.527 -0.097 Finsbury
EC1Y 51.523 -0.090 St Luke's
EC2A 51.523 -0.083 Shoreditch
EC2M 51.518 -0.084 Liverpool Street
EC2N 51.515 -0.085 Old Broad Street
EC2P 51.517 -0.090 Moorgate
EC2R 51.516 -0.088 Bank
EC2V 51.516 -0.093 Guildhall
EC2Y 51.520 -0.094 Barbican
EC3A 51.515 -0.078 Aldgate
EC3M 51.512 -0.080 Fenchurch Street
EC3N 51.511 -0.077 Tower Hill
EC3P 51.513 -0.081 Leadenhall
EC3R 51.510 -0.083 Monument
EC3V 51.512 -0.086 Cornhill
EC4A 51.516 -0.108 Fetter Lane
EC4M 51.514 -0.100 St Paul's
EC4N 51.512 -0.089 Cannon Street
EC4R 51.511 -0.090 Queen Street Place
EC4V 51.512 -0.100 Blackfriars
EC4Y 51.513 -0.108 Temple
EN1 51.652 -0.067 Enfield
EN2 51.661 -0.087 Enfield Chase
EN3 51.664 -0.041 Enfield Highway
EN4 51.652 -0.159 Cockfosters and East Barnet
EN5 51.649 -0.199 Barnet
EN6 51.699 -0.188 Potters Bar
EN7 51.710 -0.066 Goffs Oak, Cheshunt
EN8 51.700 -0.034 Waltham Cross and Cheshunt
EN9 51.688 0.010 Waltham Abbey
EN10 51.737 -0.020 Broxbourne
EN11 51.765 -0.012 Hoddesdon
EX1 50.727 -3.500 Exeter east
EX2 50.708 -3.520 Exeter south
EX3 50.690 -3.465 Topsham
EX4 50.735 -3.535 Exeter
EX5 50.755 -3.420 Cranbrook and Broadclyst
EX6 50.655 -3.560 Kenton and Exminster
EX7 50.585 -3.470 Dawlish
EX8 50.622 -3.405 Exmouth
EX9 50.632 -3.325 Budleigh Salterton
EX10 50.690 -3.245 Sidmouth
EX11 50.750 -3.280 Ottery St Mary
EX12 50.710 -3.080 Seaton
EX13 50.790 -3.000 Axminster
EX14 50.805 -3.200 Honiton
EX15 50.870 -3.360 Cullompton
EX16 50.915 -3.500 Tiverton
EX17 50.800 -3.690 Crediton
EX18 50.890 -3.870 Chulmleigh
EX19 50.870 -3.950 Winkleigh
EX20 50.755 -4.030 Okehampton
EX21 50.790 -4.220 Beaworthy
EX22 50.810 -4.350 Holsworthy
EX23 50.825 -4.535 Bude
EX24 50.740 -3.090 Colyton
EX31 51.080 -4.065 Barnstaple
EX32 51.065 -4.010 Newport, Barnstaple
EX33 51.115 -4.185 Braunton
EX34 51.195 -4.110 Ilfracombe
EX35 51.225 -3.825 Lynton
EX36 51.010 -3.800 South Molton
EX37 50.970 -3.975 Umberleigh
EX38 50.945 -4.140 Great Torrington
EX39 51.010 -4.240 Bideford
GL1 51.860 -2.240 Gloucester
GL2 51.860 -2.270 Quedgeley and Longlevens, Gloucester
GL3 51.870 -2.180 Churchdown and Hucclecote
GL4 51.845 -2.215 Abbeymead and Matson, Gloucester
GL5 51.740 -2.225 Stroud
GL6 51.735 -2.180 Nailsworth and Painswick
GL7 51.710 -1.930 Cirencester
GL8 51.635 -2.165 Tetbury
GL9 51.575 -2.300 Badminton
GL10 51.745 -2.285 Stonehouse
GL11 51.690 -2.360 Dursley
GL12 51.630 -2.400 Wotton-under-Edge
GL13 51.695 -2.460 Berkeley
GL14 51.815 -2.470 Cinderford
GL15 51.730 -2.555 Lydney
GL16 51.790 -2.620 Coleford
GL17 51.850 -2.540 Mitcheldean and Drybrook
GL18 51.925 -2.410 Newent
GL19 51.915 -2.280 Corse and Highnam
GL20 52.000 -2.120 Tewkesbury
GL50 51.897 -2.085 Cheltenham
GL51 51.903 -2.110 Cheltenham west
GL52 51.915 -2.055 Prestbury and Bishop's Cleeve
GL53 51.885 -2.070 Charlton Kings and Leckhampton
GL54 51.895 -1.860 Bourton-on-the-Water and Winchcombe
GL55 52.055 -1.770 Chipping Campden
GL56 51.990 -1.690 Moreton-in-Marsh
GU1 51.243 -0.560 Guildford
GU2 51.240 -0.595 Guildford west
GU3 51.245 -0.630 Worplesdon and Compton
GU4 51.250 -0.530 Merrow and Shalford
GU5 51.205 -0.500 Bramley and Shere
GU6 51.140 -0.490 Cranleigh
GU7 51.190 -0.610 Godalming
GU8 51.145 -0.640 Milford and Witley
GU9 51.212 -0.800 Farnham
GU10 51.180 -0.810 Frensham and Bentley
GU11 51.248 -0.765 Aldershot
GU12 51.250 -0.725 Ash
GU14 51.290 -0.755 Farnborough
GU15 51.335 -0.735 Camberley
GU16 51.310 -0.715 Frimley
GU17 51.330 -0.785 Blackwater
GU18 51.347 -0.675 Lightwater
GU19 51.362 -0.698 Bagshot
GU20 51.365 -0.655 Windlesham
GU21 51.320 -0.580 Woking
GU22 51.307 -0.550 Old Woking and Pyrford
GU23 51.290 -0.500 Send and Ripley
GU24 51.325 -0.630 Bisley and Chobham
GU25 51.403 -0.565 Virginia Water
GU26 51.113 -0.740 Hindhead
GU27 51.085 -0.715 Haslemere
GU28 50.985 -0.620 Petworth
GU29 50.985 -0.745 Midhurst
GU30 51.070 -0.800 Liphook
GU31 50.990 -0.905 Petersfield
GU32 51.010 -0.965 Petersfield west
GU33 51.055 -0.885 Liss
GU34 51.140 -0.990 Alton
GU35 51.115 -0.860 Bordon
GU46 51.340 -0.830 Yateley
GU47 51.348 -0.795 Sandhurst
GU51 51.287 -0.845 Fleet
GU52 51.265 -0.840 Church Crookham
HA0 51.554 -0.303 Sudbury, Wembley
HA1 51.582 -0.337 Harrow
HA2 51.573 -0.359 South Harrow
HA3 51.592 -0.320 Kenton and Harrow Weald
HA4 51.572 -0.408 Ruislip
HA5 51.594 -0.384 Pinner
HA6 51.611 -0.425 Northwood
HA7 51.612 -0.312 Stanmore
HA8 51.612 -0.273 Edgware
HA9 51.560 -0.286 Wembley
HP1 51.755 -0.490 Hemel Hempstead
HP2 51.760 -0.450 Hemel Hempstead east
HP3 51.735 -0.470 Apsley and Bovingdon
HP4 51.765 -0.570 Berkhamsted
HP5 51.710 -0.610 Chesham
HP6 51.680 -0.595 Amersham
HP7 51.665 -0.610 Old Amersham
HP8 51.635 -0.570 Chalfont St Giles
HP9 51.610 -0.645 Beaconsfield
HP10 51.610 -0.695 Flackwell Heath and Wooburn
HP11 51.625 -0.745 High Wycombe
HP12 51.625 -0.775 Booker, High Wycombe
HP13 51.638 -0.740 Totteridge, High Wycombe
HP14 51.660 -0.830 Stokenchurch
HP15 51.655 -0.710 Hazlemere
HP16 51.705 -0.710 Great Missenden
HP17 51.775 -0.890 Haddenham
HP18 51.830 -0.970 Waddesdon and Long Crendon
HP19 51.825 -0.830 Aylesbury west
HP20 51.820 -0.810 Aylesbury
HP21 51.808 -0.810 Aylesbury south
HP22 51.805 -0.745 Wendover and Aston Clinton
HP23 51.795 -0.660 Tring
HP27 51.725 -0.835 Princes Risborough
HR1 52.065 -2.680 Hereford
HR2 52.015 -2.760 Hereford south
HR3 52.085 -3.080 Hay-on-Wye
HR4 52.085 -2.770 Hereford west
HR5 52.205 -3.035 Kington
HR6 52.230 -2.770 Leominster
HR7 52.190 -2.510 Bromyard
HR8 52.045 -2.430 Ledbury
HR9 51.910 -2.580 Ross-on-Wye
IG1 51.558 0.076 Ilford
IG2 51.576 0.082 Gants Hill
IG3 51.562 0.102 Seven Kings
IG4 51.577 0.053 Redbridge
IG5 51.592 0.066 Clayhall
IG6 51.592 0.087 Barkingside
IG7 51.616 0.083 Chigwell
IG8 51.608 0.035 Woodford Green
IG9 51.627 0.042 Buckhurst Hill
IG10 51.650 0.062 Loughton
IG11 51.536 0.083 Barking
IP1 52.070 1.140 Ipswich
IP2 52.045 1.140 Stoke Park, Ipswich
IP3 52.045 1.180 Nacton Road, Ipswich
IP4 52.060 1.175 Ipswich east
IP5 52.060 1.230 Kesgrave
IP6 52.130 1.120 Needham Market and Claydon
IP7 52.060 0.950 Hadleigh
IP8 52.040 1.070 Sproughton and Capel St Mary
IP9 51.990 1.140 Holbrook and Shotley
IP10 52.015 1.265 Kirton and Nacton
IP11 51.965 1.340 Felixstowe
IP12 52.095 1.370 Woodbridge
IP13 52.180 1.310 Wickham Market and Framlingham
IP14 52.200 1.020 Stowmarket
IP15 52.160 1.595 Aldeburgh
IP16 52.210 1.580 Leiston
IP17 52.225 1.510 Saxmundham
IP18 52.330 1.665 Southwold
IP19 52.345 1.490 Halesworth
IP20 52.405 1.305 Harleston
IP21 52.360 1.220 Stradbroke and Scole
IP22 52.365 1.050 Diss
IP23 52.300 1.120 Eye
IP24 52.420 0.770 Thetford
IP25 52.580 0.840 Watton
IP26 52.525 0.560 Methwold and Mundford
IP27 52.425 0.540 Brandon and Lakenheath
IP28 52.320 0.540 Mildenhall
IP29 52.190 0.640 Barrow
IP30 52.215 0.840 Woolpit
IP31 52.290 0.830 Ixworth and Stanton
IP32 52.258 0.720 Moreton Hall, Bury St Edmunds
IP33 52.240 0.710 Bury St Edmunds
KT1 51.409 -0.300 Kingston upon Thames
KT2 51.421 -0.292 Kingston Hill
KT3 51.400 -0.256 New Malden
KT4 51.379 -0.243 Worcester Park
KT5 51.389 -0.288 Berrylands, Surbiton
KT6 51.385 -0.305 Surbiton
KT7 51.389 -0.332 Thames Ditton
KT8 51.401 -0.366 East Molesey
KT9 51.362 -0.304 Chessington
KT10 51.366 -0.358 Esher
KT11 51.327 -0.407 Cobham
KT12 51.383 -0.415 Walton-on-Thames
KT13 51.371 -0.455 Weybridge
KT14 51.342 -0.492 West Byfleet
KT15 51.366 -0.492 Addlestone
KT16 51.385 -0.506 Chertsey
KT17 51.341 -0.250 Ewell
KT18 51.316 -0.262 Epsom Downs
KT19 51.349 -0.271 West Ewell, Epsom
KT20 51.287 -0.240 Tadworth
KT21 51.311 -0.297 Ashtead
KT22 51.299 -0.335 Leatherhead
KT23 51.277 -0.373 Bookham
KT24 51.267 -0.423 Horsley
LD1 52.255 -3.360 Llandrindod Wells
LD2 52.145 -3.400 Builth Wells
LD3 51.960 -3.350 Brecon
LD4 52.115 -3.557 Llangammarch Wells
LD5 52.108 -3.638 Llanwrtyd Wells
LD6 52.300 -3.505 Rhayader
LD7 52.345 -3.080 Knighton
LD8 52.260 -3.030 Presteigne
LU1 51.872 -0.425 Luton
LU2 51.895 -0.400 Stopsley, Luton
LU3 51.905 -0.435 Limbury, Luton
LU4 51.897 -0.460 Leagrave, Luton
LU5 51.905 -0.500 Houghton Regis
LU6 51.875 -0.540 Dunstable
LU7 51.915 -0.660 Leighton Buzzard
ME1 51.375 0.495 Rochester
ME2 51.400 0.485 Strood
ME3 51.435 0.550 Hoo and Cliffe
ME4 51.378 0.527 Chatham
ME5 51.350 0.530 Walderslade, Chatham
ME6 51.330 0.440 Snodland
ME7 51.380 0.550 Gillingham
ME8 51.362 0.595 Rainham, Gillingham
ME9 51.340 0.720 Teynham and Newington
ME10 51.342 0.735 Sittingbourne
ME11 51.420 0.745 Queenborough
ME12 51.425 0.800 Sheerness
ME13 51.310 0.890 Faversham
ME14 51.280 0.535 Maidstone
ME15 51.255 0.535 Shepway and Loose, Maidstone
ME16 51.272 0.500 Barming and Allington, Maidstone
ME17 51.235 0.610 Coxheath and Lenham
ME18 51.250 0.415 Wateringbury and Yalding
ME19 51.290 0.405 West Malling
ME20 51.303 0.450 Larkfield and Aylesford
MK1 51.998 -0.720 Denbigh, Milton Keynes
MK2 51.992 -0.728 Bletchley
MK3 51.995 -0.755 West Bletchley
MK4 52.005 -0.785 Furzton and Emerson Valley, Milton Keynes
MK5 52.020 -0.790 Shenley, Milton Keynes
MK6 52.030 -0.745 Coffee Hall and Oldbrook, Milton Keynes
MK7 52.020 -0.700 Walnut Tree, Milton Keynes
MK8 52.035 -0.800 Great Holm, Milton Keynes
MK9 52.042 -0.755 Central Milton Keynes
MK10 52.035 -0.700 Kingston and Broughton, Milton Keynes
MK11 52.055 -0.845 Stony Stratford
MK12 52.060 -0.815 Wolverton
MK13 52.058 -0.785 Bradwell and Stantonbury, Milton Keynes
MK14 52.065 -0.755 Great Linford, Milton Keynes
MK15 52.057 -0.728 Willen, Milton Keynes
MK16 52.085 -0.720 Newport Pagnell
MK17 51.985 -0.690 Woburn Sands
MK18 51.990 -0.960 Buckingham
MK19 52.075 -0.850 Hanslope and Deanshanger
MK40 52.138 -0.465 Bedford
MK41 52.150 -0.455 Goldington, Bedford
MK42 52.122 -0.465 Kempston, Bedford
MK43 52.105 -0.550 Cranfield and Wootton
MK44 52.180 -0.440 Sharnbrook and Great Barford
MK45 52.035 -0.480 Ampthill and Flitwick
MK46 52.155 -0.700 Olney
N1 51.539 -0.097 Islington
N1C 51.536 -0.125 King's Cross
N1P 51.533 -0.106 Angel
N2 51.589 -0.168 East Finchley
N3 51.600 -0.193 Finchley
N4 51.571 -0.102 Finsbury Park
N5 51.554 -0.098 Highbury
N6 51.573 -0.143 Highgate
N7 51.554 -0.119 Holloway
N8 51.584 -0.117 Hornsey
N9 51.626 -0.058 Lower Edmonton
N10 51.594 -0.145 Muswell Hill
N11 51.616 -0.141 New Southgate
N12 51.614 -0.177 North Finchley
N13 51.619 -0.104 Palmers Green
N14 51.633 -0.128 Southgate
N15 51.583 -0.079 Seven Sisters
N16 51.562 -0.076 Stoke Newington
N17 51.598 -0.068 Tottenham
N18 51.614 -0.067 Upper Edmonton
N19 51.565 -0.128 Archway
N20 51.630 -0.175 Whetstone
N21 51.636 -0.100 Winchmore Hill
N22 51.600 -0.109 Wood Green
NN1 52.240 -0.890 Northampton
NN2 52.262 -0.895 Kingsthorpe, Northampton
NN3 52.260 -0.840 Weston Favell, Northampton
NN4 52.213 -0.890 Wootton and Hunsbury, Northampton
NN5 52.245 -0.930 Duston, Northampton
NN6 52.310 -0.940 Brixworth and Long Buckby
NN7 52.210 -0.970 Bugbrooke and Roade
NN8 52.302 -0.700 Wellingborough
NN9 52.330 -0.600 Raunds and Irthlingborough
NN10 52.288 -0.600 Rushden
NN11 52.240 -1.170 Daventry
NN12 52.125 -1.010 Towcester
NN13 52.040 -1.150 Brackley
NN14 52.410 -0.680 Thrapston and Rothwell
NN15 52.385 -0.715 Kettering south and Burton Latimer
NN16 52.403 -0.722 Kettering
NN17 52.505 -0.680 Corby
NN18 52.480 -0.700 Corby south
NN29 52.255 -0.690 Wollaston and Irchester
NP4 51.705 -3.035 Pontypool
NP7 51.825 -3.030 Abergavenny
NP8 51.865 -3.140 Crickhowell
NP10 51.575 -3.045 Rogerstone, Newport
NP11 51.635 -3.125 Risca and Newbridge
NP12 51.665 -3.200 Blackwood
NP13 51.745 -3.140 Abertillery
NP15 51.720 -2.885 Usk
NP16 51.650 -2.690 Chepstow
NP18 51.605 -2.930 Caerleon
NP19 51.590 -2.965 Maindee, Newport
NP20 51.588 -3.005 Newport
NP22 51.775 -3.250 Tredegar
NP23 51.785 -3.195 Ebbw Vale
NP24 51.730 -3.225 New Tredegar
NP25 51.800 -2.740 Monmouth
NP26 51.595 -2.765 Caldicot
NP44 51.652 -3.022 Cwmbran
NR1 52.625 1.305 Norwich
NR2 52.628 1.280 Norwich west
NR3 52.642 1.290 Norwich north
NR4 52.610 1.255 Eaton, Norwich
NR5 52.635 1.230 Costessey, Norwich
NR6 52.660 1.285 Hellesdon, Norwich
NR7 52.645 1.340 Thorpe St Andrew, Norwich
NR8 52.668 1.210 Taverham
NR9 52.640 1.110 Hethersett and Barnham Broom
NR10 52.720 1.240 Horsford and Reepham
NR11 52.820 1.290 Aylsham
NR12 52.750 1.450 Wroxham and Stalham
NR13 52.640 1.470 Acle and Brundall
NR14 52.560 1.350 Poringland and Loddon
NR15 52.500 1.240 Long Stratton
NR16 52.450 1.010 Kenninghall and East Harling
NR17 52.520 0.990 Attleborough
NR18 52.570 1.115 Wymondham
NR19 52.685 0.930 Dereham
NR20 52.735 0.960 North Elmham and Swanton Morley
NR21 52.830 0.850 Fakenham
NR22 52.895 0.880 Walsingham
NR23 52.945 0.850 Wells-next-the-Sea
NR24 52.865 1.040 Melton Constable
NR25 52.915 1.100 Holt
NR26 52.940 1.210 Sheringham
NR27 52.920 1.310 Cromer
NR28 52.820 1.400 North Walsham
NR29 52.690 1.640 Martham and Hemsby
NR30 52.620 1.728 Great Yarmouth
NR31 52.575 1.710 Gorleston
NR32 52.490 1.735 Lowestoft
NR33 52.460 1.720 Pakefield, Lowestoft
NR34 52.450 1.590 Beccles
NR35 52.450 1.440 Bungay
NW1 51.533 -0.147 Camden Town
NW2 51.562 -0.217 Cricklewood
NW3 51.553 -0.172 Hampstead
NW4 51.589 -0.225 Hendon
NW5 51.553 -0.144 Kentish Town
NW6 51.542 -0.197 Kilburn
NW7 51.614 -0.236 Mill Hill
NW8 51.531 -0.173 St John's Wood
NW9 51.586 -0.253 Colindale
NW10 51.540 -0.249 Willesden
NW11 51.578 -0.198 Golders Green
OX1 51.740 -1.260 Oxford
OX2 51.760 -1.280 Summertown and Botley, Oxford
OX3 51.760 -1.215 Headington, Oxford
OX4 51.735 -1.215 Cowley, Oxford
OX5 51.830 -1.280 Kidlington
OX7 51.920 -1.510 Chipping Norton
OX9 51.745 -0.975 Thame
OX10 51.605 -1.125 Wallingford
OX11 51.605 -1.245 Didcot
OX12 51.592 -1.430 Wantage
OX13 51.685 -1.340 Marcham and Steventon
OX14 51.665 -1.270 Abingdon
OX15 52.040 -1.400 Bloxham and Deddington
OX16 52.062 -1.335 Banbury
OX17 52.090 -1.280 Middleton Cheney
OX18 51.755 -1.600 Carterton and Burford
OX20 51.850 -1.355 Woodstock
OX25 51.885 -1.210 Ambrosden and Upper Heyford
OX26 51.900 -1.150 Bicester
OX27 51.945 -1.160 Bicester villages
OX28 51.785 -1.485 Witney
OX29 51.790 -1.425 Eynsham
OX33 51.750 -1.130 Wheatley
OX39 51.705 -0.910 Chinnor
OX44 51.685 -1.120 Chalgrove
OX49 51.645 -1.010 Watlington
PE1 52.585 -0.235 Peterborough
PE2 52.555 -0.255 Orton and Fletton, Peterborough
PE3 52.582 -0.280 Bretton, Peterborough
PE4 52.615 -0.260 Werrington, Peterborough
PE5 52.580 -0.365 Castor
PE6 52.660 -0.260 Market Deeping and Crowland
PE7 52.535 -0.215 Whittlesey and Yaxley
PE8 52.510 -0.445 Oundle
PE9 52.655 -0.470 Stamford
PE10 52.780 -0.380 Bourne
PE11 52.800 -0.160 Spalding
PE12 52.790 0.040 Holbeach and Long Sutton
PE13 52.668 0.150 Wisbech
PE14 52.660 0.220 Emneth and Walpole
PE15 52.545 0.085 March
PE16 52.455 0.050 Chatteris
PE19 52.230 -0.265 St Neots
PE20 52.930 -0.080 Kirton, Boston
PE21 52.978 -0.020 Boston
PE22 53.045 0.045 Old Leake and Stickney
PE23 53.175 0.090 Spilsby
PE24 53.150 0.270 Burgh le Marsh and Wainfleet
PE25 53.147 0.335 Skegness
PE26 52.450 -0.110 Ramsey
PE27 52.328 -0.070 St Ives, Cambridgeshire
PE28 52.345 -0.210 Godmanchester and Sawtry
PE29 52.330 -0.182 Huntingdon
PE30 52.755 0.410 King's Lynn
PE31 52.870 0.560 Dersingham and Burnham Market
PE32 52.730 0.610 Gayton and Narborough
PE33 52.640 0.470 Watlington and Marham
PE34 52.690 0.335 Terrington and Clenchwarton
PE35 52.830 0.515 Sandringham
PE36 52.940 0.505 Hunstanton
PE37 52.645 0.690 Swaffham
PE38 52.600 0.370 Downham Market
PL1 50.370 -4.150 Plymouth
PL2 50.392 -4.165 Keyham, Plymouth
PL3 50.392 -4.130 Mannamead and Peverell, Plymouth
PL4 50.375 -4.125 Mutley, Plymouth
PL5 50.408 -4.170 St Budeaux, Plymouth
PL6 50.418 -4.115 Derriford, Plymouth
PL7 50.393 -4.050 Plympton
PL8 50.335 -4.030 Yealmpton
PL9 50.357 -4.090 Plymstock
PL10 50.345 -4.210 Millbrook and Cawsand
PL11 50.375 -4.230 Torpoint
PL12 50.412 -4.240 Saltash
PL13 50.355 -4.470 Looe
PL14 50.465 -4.460 Liskeard
PL15 50.635 -4.390 Launceston
PL16 50.645 -4.270 Lifton
PL17 50.510 -4.310 Callington
PL18 50.515 -4.220 Gunnislake
PL19 50.560 -4.150 Tavistock
PL20 50.500 -4.090 Yelverton
PL21 50.375 -3.920 Ivybridge
PL22 50.410 -4.650 Lostwithiel
PL23 50.337 -4.640 Fowey
PL24 50.352 -4.710 Par
PL25 50.342 -4.785 St Austell
PL26 50.345 -4.830 Mevagissey and St Dennis
PL27 50.525 -4.860 Wadebridge
PL28 50.535 -4.970 Padstow
PL29 50.590 -4.825 Port Isaac
PL30 50.490 -4.720 St Tudy and Lanivet
PL31 50.468 -4.720 Bodmin
PL32 50.625 -4.670 Camelford
PL33 50.620 -4.730 Delabole
PL34 50.662 -4.745 Tintagel
PL35 50.688 -4.690 Boscastle
PO1 50.800 -1.090 Portsmouth
PO2 50.818 -1.080 North End, Portsmouth
PO3 50.815 -1.055 Copnor, Portsmouth
PO4 50.790 -1.060 Eastney and Milton, Portsmouth
PO5 50.788 -1.088 Southsea
PO6 50.848 -1.075 Cosham
PO7 50.885 -1.045 Waterlooville
PO8 50.910 -1.015 Horndean
PO9 50.862 -0.985 Havant
PO10 50.855 -0.935 Emsworth
PO11 50.792 -0.975 Hayling Island
PO12 50.797 -1.143 Gosport
PO13 50.818 -1.180 Lee-on-the-Solent
PO14 50.838 -1.225 Stubbington and Titchfield
PO15 50.865 -1.230 Whiteley and Fareham west
PO16 50.853 -1.165 Fareham
PO17 50.895 -1.180 Wickham
PO18 50.865 -0.800 Bosham and Boxgrove
PO19 50.838 -0.780 Chichester
PO20 50.785 -0.780 Selsey and the Witterings
PO21 50.785 -0.690 Bognor Regis
PO22 50.802 -0.635 Felpham and Middleton-on-Sea
PO30 50.690 -1.310 Newport, Isle of Wight
PO31 50.755 -1.310 Cowes
PO32 50.750 -1.280 East Cowes
PO33 50.725 -1.165 Ryde
PO34 50.718 -1.115 Seaview
PO35 50.690 -1.085 Bembridge
PO36 50.655 -1.160 Sandown
PO37 50.635 -1.180 Shanklin
PO38 50.598 -1.225 Ventnor
PO39 50.680 -1.535 Totland Bay
PO40 50.682 -1.510 Freshwater
PO41 50.700 -1.480 Yarmouth, Isle of Wight
RG1 51.453 -0.970 Reading
RG2 51.428 -0.962 Whitley and Shinfield, Reading
RG4 51.475 -0.970 Caversham, Reading
RG5 51.450 -0.900 Woodley
RG6 51.440 -0.935 Earley
RG7 51.400 -1.070 Burghfield and Theale
RG8 51.505 -1.110 Goring and Pangbourne
RG9 51.540 -0.925 Henley-on-Thames
RG10 51.480 -0.860 Twyford
RG12 51.405 -0.745 Bracknell
RG14 51.400 -1.325 Newbury
RG17 51.430 -1.500 Hungerford
RG18 51.425 -1.250 Thatcham north and Hermitage
RG19 51.393 -1.250 Thatcham
RG20 51.400 -1.350 Newbury villages
RG21 51.265 -1.085 Basingstoke
RG22 51.250 -1.120 Brighton Hill, Basingstoke
RG23 51.255 -1.150 Oakley and Winklebury
RG24 51.285 -1.075 Chineham, Basingstoke
RG25 51.225 -1.140 Overton and Dummer
RG26 51.345 -1.140 Tadley
RG27 51.300 -0.950 Hook and Hartley Wintney
RG28 51.232 -1.335 Whitchurch, Hampshire
RG29 51.250 -0.945 Odiham
RG30 51.450 -1.010 Reading west
RG31 51.455 -1.045 Tilehurst, Reading
RG40 51.400 -0.835 Wokingham
RG41 51.415 -0.862 Winnersh, Wokingham
RG42 51.428 -0.750 Binfield and Warfield
RG45 51.373 -0.800 Crowthorne
RH1 51.235 -0.160 Redhill
RH2 51.235 -0.205 Reigate
RH3 51.230 -0.270 Betchworth
RH4 51.232 -0.335 Dorking
RH5 51.200 -0.350 Holmwood and Capel
RH6 51.175 -0.165 Horley
RH7 51.180 -0.010 Lingfield
RH8 51.255 0.000 Oxted
RH9 51.235 -0.065 Godstone
RH10 51.115 -0.150 Crawley east
RH11 51.108 -0.205 Crawley
RH12 51.075 -0.345 Horsham
RH13 51.040 -0.330 Horsham south and Southwater
RH14 51.030 -0.500 Billingshurst
RH15 50.955 -0.130 Burgess Hill
RH16 51.002 -0.095 Haywards Heath
RH17 51.015 -0.110 Cuckfield and Handcross
RH18 51.095 0.030 Forest Row
RH19 51.125 -0.010 East Grinstead
RH20 50.940 -0.460 Pulborough and Storrington
RM1 51.579 0.185 Romford
RM2 51.581 0.204 Gidea Park
RM3 51.603 0.225 Harold Wood and Harold Hill
RM4 51.630 0.155 Havering-atte-Bower
RM5 51.596 0.167 Collier Row
RM6 51.576 0.131 Chadwell Heath
RM7 51.576 0.167 Rush Green, Romford
RM8 51.560 0.134 Becontree, Dagenham
RM9 51.544 0.143 Becontree Heathway, Dagenham
RM10 51.545 0.160 Dagenham
RM11 51.570 0.220 Hornchurch
RM12 51.556 0.209 Elm Park, Hornchurch
RM13 51.524 0.194 Rainham, London
RM14 51.556 0.255 Upminster
RM15 51.509 0.287 South Ockendon
RM16 51.495 0.335 Chafford Hundred and Chadwell St Mary
RM17 51.479 0.325 Grays
RM18 51.464 0.370 Tilbury
RM19 51.482 0.249 Purfleet-on-Thames
RM20 51.476 0.290 West Thurrock
SA1 51.628 -3.930 Swansea
SA2 51.615 -3.985 Sketty, Swansea
SA3 51.578 -4.040 Mumbles and Gower
SA4 51.665 -4.050 Gorseinon and Pontarddulais
SA5 51.643 -3.968 Cockett, Swansea
SA6 51.675 -3.920 Morriston, Swansea
SA7 51.660 -3.890 Llansamlet, Swansea
SA8 51.712 -3.850 Pontardawe
SA9 51.775 -3.770 Ystradgynlais
SA10 51.685 -3.795 Neath Abbey and Skewen
SA11 51.665 -3.780 Neath
SA12 51.605 -3.805 Port Talbot
SA13 51.600 -3.760 Margam and Cwmafan
SA14 51.720 -4.120 Llanelli villages
SA15 51.685 -4.165 Llanelli
SA16 51.690 -4.255 Burry Port
SA17 51.740 -4.290 Kidwelly
SA18 51.795 -3.970 Ammanford
SA19 51.935 -3.950 Llandeilo
SA20 51.995 -3.790 Llandovery
SA31 51.857 -4.310 Carmarthen
SA32 51.870 -4.170 Nantgaredig
SA33 51.860 -4.440 St Clears
SA34 51.830 -4.610 Whitland
SA35 51.970 -4.560 Llanfyrnach
SA36 51.967 -4.605 Glogue
SA37 52.020 -4.580 Boncath
SA38 52.040 -4.470 Newcastle Emlyn
SA39 52.005 -4.260 Pencader
SA40 52.060 -4.170 Llanybydder
SA41 51.985 -4.680 Crymych
SA42 52.015 -4.830 Newport, Pembrokeshire
SA43 52.095 -4.630 Cardigan
SA44 52.085 -4.360 Llandysul
SA45 52.210 -4.350 New Quay
SA46 52.240 -4.255 Aberaeron
SA47 52.190 -4.305 Llanarth
SA48 52.150 -4.090 Lampeter
SA61 51.800 -4.970 Haverfordwest
SA62 51.835 -5.050 Haverfordwest villages and St Davids
SA63 51.870 -4.860 Clarbeston Road
SA64 52.005 -4.995 Goodwick
SA65 51.990 -4.970 Fishguard
SA66 51.860 -4.730 Clynderwen
SA67 51.795 -4.745 Narberth
SA68 51.725 -4.740 Kilgetty
SA69 51.712 -4.702 Saundersfoot
SA70 51.665 -4.720 Tenby
SA71 51.670 -4.905 Pembroke
SA72 51.693 -4.935 Pembroke Dock
SA73 51.715 -5.020 Milford Haven
SA99 51.675 -3.915 Morriston, Swansea
SE1 51.498 -0.097 Southwark
SE1P 51.501 -0.093 Borough
SE2 51.489 0.119 Abbey Wood
SE3 51.468 0.019 Blackheath
SE4 51.460 -0.036 Brockley
SE5 51.473 -0.091 Camberwell
SE6 51.437 -0.017 Catford
SE7 51.485 0.037 Charlton
SE8 51.481 -0.033 Deptford
SE9 51.447 0.056 Eltham
SE10 51.483 0.003 Greenwich
SE11 51.489 -0.110 Kennington
SE12 51.443 0.016 Lee
SE13 51.458 -0.010 Lewisham
SE14 51.476 -0.041 New Cross
SE15 51.470 -0.064 Peckham
SE16 51.495 -0.053 Rotherhithe
SE17 51.488 -0.093 Walworth
SE18 51.483 0.073 Woolwich
SE19 51.418 -0.086 Crystal Palace
SE20 51.411 -0.057 Penge
SE21 51.439 -0.085 Dulwich
SE22 51.453 -0.070 East Dulwich
SE23 51.443 -0.049 Forest Hill
SE24 51.454 -0.099 Herne Hill
SE25 51.397 -0.076 South Norwood
SE26 51.427 -0.054 Sydenham
SE27 51.431 -0.102 West Norwood
SE28 51.502 0.108 Thamesmead
SG1 51.910 -0.200 Stevenage
SG2 51.895 -0.165 Stevenage east
SG3 51.860 -0.180 Knebworth
SG4 51.925 -0.270 Hitchin villages
SG5 51.965 -0.280 Hitchin and Stotfold
SG6 51.978 -0.225 Letchworth
SG7 51.995 -0.180 Baldock
SG8 52.065 -0.010 Royston
SG9 51.950 -0.005 Buntingford
SG10 51.850 0.075 Much Hadham
SG11 51.885 0.030 Puckeridge
SG12 51.815 -0.015 Ware
SG13 51.790 -0.070 Hertford
SG14 51.805 -0.095 Bengeo, Hertford
SG15 52.008 -0.265 Arlesey
SG16 52.025 -0.300 Henlow
SG17 52.045 -0.335 Shefford
SG18 52.085 -0.255 Biggleswade
SG19 52.135 -0.240 Sandy
SL0 51.523 -0.515 Iver
SL1 51.515 -0.620 Slough
SL2 51.530 -0.600 Farnham Royal, Slough
SL3 51.500 -0.550 Langley, Slough
SL4 51.475 -0.630 Windsor
SL5 51.405 -0.660 Ascot
SL6 51.520 -0.730 Maidenhead
SL7 51.572 -0.780 Marlow
SL8 51.578 -0.710 Bourne End
SL9 51.600 -0.555 Gerrards Cross
SM1 51.367 -0.190 Sutton
SM2 51.352 -0.194 Belmont, Sutton
SM3 51.370 -0.214 Cheam
SM4 51.393 -0.200 Morden
SM5 51.366 -0.165 Carshalton
SM6 51.364 -0.144 Wallington
SM7 51.322 -0.202 Banstead
SN1 51.556 -1.780 Swindon
SN2 51.578 -1.785 Gorse Hill, Swindon
SN3 51.560 -1.745 Stratton St Margaret, Swindon
SN4 51.525 -1.830 Wroughton and Royal Wootton Bassett
SN5 51.565 -1.840 Swindon west
SN6 51.625 -1.730 Highworth and Cricklade
SN7 51.660 -1.560 Faringdon
SN8 51.415 -1.690 Marlborough
SN9 51.335 -1.790 Pewsey
SN10 51.330 -1.990 Devizes
SN11 51.435 -2.000 Calne
SN12 51.375 -2.140 Melksham
SN13 51.425 -2.205 Corsham
SN14 51.465 -2.180 Chippenham west
SN15 51.470 -2.080 Chippenham
SN16 51.600 -2.090 Malmesbury
SN25 51.597 -1.795 Swindon north
SN26 51.607 -1.790 Blunsdon
SO14 50.907 -1.398 Southampton
SO15 50.915 -1.425 Shirley, Southampton
SO16 50.938 -1.425 Lordshill and Bassett, Southampton
SO17 50.930 -1.395 Portswood, Southampton
SO18 50.925 -1.360 Bitterne, Southampton
SO19 50.900 -1.352 Woolston, Southampton
SO20 51.110 -1.540 Stockbridge
SO21 51.080 -1.300 Winchester villages
SO22 51.062 -1.338 Winchester west
SO23 51.065 -1.310 Winchester
SO24 51.085 -1.140 Alresford
SO30 50.920 -1.300 Hedge End
SO31 50.870 -1.290 Locks Heath and Hamble
SO32 50.950 -1.190 Bishop's Waltham
SO40 50.910 -1.500 Totton
SO41 50.755 -1.570 Lymington
SO42 50.815 -1.555 Brockenhurst
SO43 50.880 -1.580 Lyndhurst
SO45 50.840 -1.380 Hythe and Fawley
SO50 50.965 -1.345 Eastleigh
SO51 51.000 -1.510 Romsey
SO52 50.978 -1.440 North Baddesley
SO53 50.985 -1.385 Chandler's Ford
SP1 51.075 -1.790 Salisbury
SP2 51.075 -1.825 Wilton and Salisbury west
SP3 51.095 -2.020 Tisbury
SP4 51.160 -1.770 Amesbury
SP5 51.030 -1.770 Downton
SP6 50.920 -1.800 Fordingbridge
SP7 51.000 -2.180 Shaftesbury
SP8 51.040 -2.285 Gillingham, Dorset
SP9 51.240 -1.650 Tidworth
SP10 51.212 -1.480 Andover
SP11 51.215 -1.520 Andover villages
SS0 51.547 0.695 Westcliff-on-Sea
SS1 51.537 0.735 Southend-on-Sea
SS2 51.550 0.715 Prittlewell, Southend
SS3 51.537 0.795 Shoeburyness
SS4 51.600 0.700 Rochford
SS5 51.605 0.650 Hockley
SS6 51.588 0.605 Rayleigh
SS7 51.558 0.580 Benfleet
SS8 51.520 0.590 Canvey Island
SS9 51.552 0.650 Leigh-on-Sea
SS11 51.615 0.530 Wickford
SS12 51.608 0.510 Wickford south
SS13 51.572 0.505 Pitsea
SS14 51.577 0.475 Basildon
SS15 51.575 0.425 Laindon
SS16 51.560 0.450 Vange and Langdon Hills
SS17 51.518 0.445 Stanford-le-Hope
SW1A 51.504 -0.132 St James's and Whitehall
SW1E 51.498 -0.139 Victoria Street
SW1H 51.499 -0.133 St James's Park
SW1P 51.495 -0.132 Westminster
SW1V 51.491 -0.141 Pimlico
SW1W 51.493 -0.149 Victoria
SW1X 51.499 -0.155 Belgravia
SW1Y 51.508 -0.133 Piccadilly
SW2 51.450 -0.119 Brixton Hill
SW3 51.491 -0.165 Chelsea
SW4 51.461 -0.138 Clapham
SW5 51.491 -0.191 Earl's Court
SW6 51.476 -0.202 Fulham
SW7 51.496 -0.175 South Kensington
SW8 51.477 -0.131 South Lambeth
SW9 51.470 -0.113 Brixton and Stockwell
SW10 51.484 -0.182 West Brompton
SW11 51.466 -0.164 Battersea
SW12 51.445 -0.148 Balham
SW13 51.475 -0.245 Barnes
SW14 51.465 -0.266 Mortlake
SW15 51.455 -0.224 Putney
SW16 51.420 -0.128 Streatham
SW17 51.429 -0.164 Tooting
SW18 51.452 -0.192 Wandsworth
SW19 51.422 -0.204 Wimbledon
SW20 51.409 -0.229 Raynes Park
TA1 51.012 -3.110 Taunton
TA2 51.028 -3.085 Taunton north
TA3 50.995 -3.060 Taunton villages
TA4 51.085 -3.260 Wiveliscombe and Williton
TA5 51.150 -3.090 Cannington and Nether Stowey
TA6 51.128 -3.000 Bridgwater
TA7 51.130 -2.900 Puriton and Ashcott
TA8 51.240 -2.995 Burnham-on-Sea
TA9 51.225 -2.950 Highbridge
TA10 51.035 -2.830 Langport
TA11 51.060 -2.690 Somerton
TA12 50.980 -2.770 Martock
TA13 50.963 -2.815 South Petherton
TA14 50.955 -2.740 Stoke-sub-Hamdon
TA15 50.950 -2.717 Montacute
TA16 50.908 -2.795 Merriott
TA17 50.907 -2.825 Hinton St George
TA18 50.880 -2.795 Crewkerne
TA19 50.930 -2.920 Ilminster
TA20 50.870 -2.965 Chard
TA21 50.980 -3.240 Wellington
TA22 51.045 -3.560 Dulverton
TA23 51.170 -3.340 Watchet
TA24 51.190 -3.500 Minehead
TN1 51.135 0.266 Tunbridge Wells
TN2 51.130 0.285 Pembury and Tunbridge Wells east
TN3 51.115 0.250 Langton Green and Frant
TN4 51.145 0.253 Southborough
TN5 51.055 0.370 Wadhurst
TN6 51.050 0.175 Crowborough
TN7 51.090 0.110 Hartfield
TN8 51.195 0.080 Edenbridge
TN9 51.192 0.270 Tonbridge
TN10 51.212 0.280 Tonbridge north
TN11 51.215 0.275 Hadlow and Hildenborough
TN12 51.170 0.450 Paddock Wood and Staplehurst
TN13 51.278 0.185 Sevenoaks
TN14 51.310 0.160 Otford
TN15 51.295 0.270 Borough Green
TN16 51.290 0.050 Westerham and Biggin Hill
TN17 51.100 0.520 Cranbrook
TN18 51.045 0.520 Hawkhurst
TN19 51.005 0.400 Etchingham and Burwash
TN20 51.022 0.260 Mayfield
TN21 50.960 0.270 Heathfield
TN22 50.975 0.090 Uckfield
TN23 51.138 0.860 Ashford
TN24 51.152 0.885 Willesborough, Ashford
TN25 51.145 0.940 Wye and Aldington
TN26 51.090 0.800 Woodchurch and Hamstreet
TN27 51.170 0.690 Headcorn and Charing
TN28 50.983 0.950 New Romney
TN29 50.995 0.940 Romney Marsh and Lydd
TN30 51.065 0.695 Tenterden
TN31 50.955 0.690 Rye
TN32 50.980 0.470 Robertsbridge
TN33 50.920 0.490 Battle
TN34 50.867 0.585 Hastings
TN35 50.880 0.610 Ore and Westfield
TN36 50.920 0.710 Winchelsea
TN37 50.870 0.560 St Leonards-on-Sea
TN38 50.860 0.545 St Leonards west
TN39 50.850 0.445 Bexhill-on-Sea
TN40 50.843 0.480 Bexhill east
TQ1 50.470 -3.520 Torquay
TQ2 50.480 -3.545 Torquay west
TQ3 50.445 -3.575 Paignton
TQ4 50.422 -3.570 Goodrington, Paignton
TQ5 50.392 -3.520 Brixham
TQ6 50.347 -3.585 Dartmouth
TQ7 50.285 -3.775 Kingsbridge
TQ8 50.237 -3.775 Salcombe
TQ9 50.420 -3.685 Totnes
TQ10 50.430 -3.830 South Brent
TQ11 50.482 -3.780 Buckfastleigh
TQ12 50.530 -3.620 Newton Abbot
TQ13 50.595 -3.740 Bovey Tracey and Ashburton
TQ14 50.552 -3.510 Teignmouth
TR1 50.263 -5.055 Truro
TR2 50.240 -4.950 Probus and the Roseland
TR3 50.225 -5.090 Perranwell and Playing Place
TR4 50.290 -5.140 Chacewater
TR5 50.310 -5.200 St Agnes
TR6 50.342 -5.150 Perranporth
TR7 50.412 -5.075 Newquay
TR8 50.385 -5.030 Newquay villages
TR9 50.405 -4.930 St Columb
TR10 50.170 -5.115 Penryn
TR11 50.148 -5.085 Falmouth
TR12 50.050 -5.210 Mullion and the Lizard
TR13 50.105 -5.290 Helston
TR14 50.205 -5.295 Camborne
TR15 50.230 -5.235 Redruth
TR16 50.228 -5.210 St Day and Lanner
TR17 50.122 -5.470 Marazion
TR18 50.115 -5.545 Penzance
TR19 50.095 -5.650 St Just and St Buryan
TR20 50.125 -5.470 Goldsithney and Ludgvan
TR21 49.915 -6.310 St Mary's, Isles of Scilly
TR22 49.892 -6.342 St Agnes, Isles of Scilly
TR23 49.953 -6.352 Bryher
TR24 49.955 -6.335 Tresco
TR25 49.965 -6.290 St Martin's, Isles of Scilly
TR26 50.207 -5.480 St Ives
TR27 50.180 -5.415 Hayle
TW1 51.447 -0.325 Twickenham
TW2 51.445 -0.348 Whitton, Twickenham
TW3 51.467 -0.362 Hounslow
TW4 51.464 -0.386 Hounslow West
TW5 51.481 -0.388 Heston
TW6 51.471 -0.457 Heathrow
TW7 51.472 -0.336 Isleworth
TW8 51.486 -0.306 Brentford
TW9 51.468 -0.290 Richmond and Kew
TW10 51.448 -0.302 Richmond Hill and Ham
TW11 51.426 -0.331 Teddington
TW12 51.423 -0.369 Hampton
TW13 51.437 -0.403 Feltham
TW14 51.452 -0.416 Bedfont, Feltham
TW15 51.432 -0.464 Ashford, Surrey
TW16 51.414 -0.413 Sunbury-on-Thames
TW17 51.397 -0.453 Shepperton
TW18 51.430 -0.508 Staines-upon-Thames
TW19 51.453 -0.512 Stanwell and Wraysbury
TW20 51.424 -0.558 Egham
UB1 51.511 -0.372 Southall
UB2 51.502 -0.379 Norwood Green, Southall
UB3 51.506 -0.420 Hayes, Middlesex
UB4 51.524 -0.410 Yeading and Hayes End
UB5 51.544 -0.374 Northolt
UB6 51.540 -0.345 Greenford
UB7 51.503 -0.473 West Drayton
UB8 51.537 -0.478 Uxbridge
UB9 51.585 -0.488 Denham and Harefield
UB10 51.553 -0.448 Hillingdon
UB11 51.512 -0.446 Stockley Park
UB18 51.520 -0.405 Hayes and Southall
W1A 51.517 -0.144 Oxford Circus
W1B 51.515 -0.142 Regent Street
W1C 51.514 -0.150 Oxford Street
W1D 51.513 -0.131 Soho
W1F 51.513 -0.137 Carnaby
W1G 51.519 -0.147 Harley Street
W1H 51.517 -0.159 Marble Arch
W1J 51.508 -0.145 Shepherd Market
W1K 51.511 -0.151 Mayfair
W1S 51.512 -0.144 Bond Street
W1T 51.520 -0.136 Fitzrovia
W1U 51.518 -0.153 Marylebone
W1W 51.520 -0.141 Great Portland Street
W2 51.515 -0.179 Paddington
W3 51.512 -0.266 Acton
W4 51.491 -0.261 Chiswick
W5 51.512 -0.303 Ealing
W6 51.493 -0.229 Hammersmith
W7 51.512 -0.335 Hanwell
W8 51.501 -0.193 Kensington
W9 51.526 -0.190 Maida Vale
W10 51.524 -0.214 North Kensington
W11 51.513 -0.206 Notting Hill
W12 51.509 -0.235 Shepherd's Bush
W13 51.513 -0.321 West Ealing
W14 51.495 -0.212 West Kensington
WC1A 51.517 -0.126 New Oxford Street
WC1B 51.519 -0.126 Bloomsbury
WC1E 51.521 -0.132 University College
WC1H 51.526 -0.128 St Pancras
WC1N 51.522 -0.119 Russell Square
WC1R 51.519 -0.117 Gray's Inn
WC1V 51.518 -0.116 High Holborn
WC1X 51.527 -0.116 King's Cross Road
WC2A 51.515 -0.113 Lincoln's Inn
WC2B 51.515 -0.121 Drury Lane
WC2E 51.512 -0.123 Covent Garden
WC2H 51.513 -0.127 Leicester Square
WC2N 51.509 -0.125 Charing Cross
WC2R 51.511 -0.118 Strand
WD3 51.641 -0.487 Rickmansworth
WD4 51.710 -0.453 Kings Langley
WD5 51.702 -0.421 Abbots Langley
WD6 51.656 -0.273 Borehamwood
WD7 51.687 -0.314 Radlett
WD17 51.664 -0.402 Watford
WD18 51.651 -0.416 West Watford
WD19 51.630 -0.393 South Oxhey
WD23 51.646 -0.361 Bushey
WD24 51.671 -0.393 North Watford
WD25 51.689 -0.387 Garston, Watford
WR1 52.195 -2.220 Worcester
WR2 52.190 -2.245 St John's, Worcester
WR3 52.215 -2.215 Claines, Worcester
WR4 52.203 -2.185 Warndon, Worcester
WR5 52.178 -2.195 St Peter's, Worcester
WR6 52.245 -2.370 Martley and Great Witley
WR7 52.205 -2.040 Inkberrow
WR8 52.075 -2.230 Upton upon Severn
WR9 52.260 -2.150 Droitwich Spa
WR10 52.120 -2.075 Pershore
WR11 52.095 -1.930 Evesham
WR12 52.035 -1.860 Broadway
WR13 52.095 -2.340 Colwall and Welland
WR14 52.112 -2.323 Malvern
WR15 52.310 -2.580 Tenbury Wells
`
