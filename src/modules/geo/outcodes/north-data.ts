/**
 * The northern half of the hand-written table of places, one per line: `CODE lat lng Place name`. Written from general knowledge of
 * where people in each district live; positions are approximate (about 1-3 km).
 */

/** Postcode areas, used when an outcode is unknown. */
export const northAreas = `
AB 57.24 -2.28 Aberdeen
B 52.46 -1.89 Birmingham
BB 53.77 -2.36 Blackburn
BD 53.83 -1.83 Bradford
BL 53.58 -2.40 Bolton
BT 54.62 -6.20 Northern Ireland
CA 54.73 -3.10 Carlisle
CH 53.29 -3.02 Chester
CV 52.37 -1.52 Coventry
CW 53.15 -2.44 Crewe
DD 56.53 -2.87 Dundee
DE 52.94 -1.49 Derby
DG 55.02 -3.78 Dumfries
DH 54.83 -1.61 Durham
DL 54.51 -1.63 Darlington
DN 53.55 -0.77 Doncaster
DY 52.47 -2.16 Dudley
EH 55.92 -3.23 Edinburgh
FK 56.07 -3.86 Falkirk
FY 53.82 -3.02 Blackpool
G 55.87 -4.27 Glasgow
GY 49.46 -2.56 Guernsey
HD 53.64 -1.78 Huddersfield
HG 54.04 -1.54 Harrogate
HS 58.05 -6.65 Outer Hebrides
HU 53.77 -0.36 Hull
HX 53.72 -1.88 Halifax
IM 54.19 -4.53 Isle of Man
IV 57.53 -4.40 Inverness
JE 49.20 -2.12 Jersey
KA 55.57 -4.59 Kilmarnock
KW 58.65 -3.25 Caithness and Orkney
KY 56.15 -3.20 Kirkcaldy
L 53.44 -2.92 Liverpool
LA 54.14 -2.88 Lancaster
LE 52.63 -1.13 Leicester
LL 53.15 -3.65 Llandudno
LN 53.24 -0.40 Lincoln
LS 53.82 -1.54 Leeds
M 53.48 -2.24 Manchester
ML 55.78 -3.96 Motherwell
NE 55.02 -1.62 Newcastle
NG 53.00 -1.10 Nottingham
OL 53.57 -2.12 Oldham
PA 55.88 -4.75 Paisley
PH 56.52 -3.70 Perth
PR 53.72 -2.77 Preston
S 53.39 -1.43 Sheffield
SK 53.36 -2.12 Stockport
SR 54.88 -1.39 Sunderland
ST 52.97 -2.14 Stoke-on-Trent
SY 52.64 -2.95 Shrewsbury
TD 55.61 -2.58 Galashiels
TF 52.71 -2.46 Telford
TS 54.58 -1.23 Middlesbrough
WA 53.40 -2.59 Warrington
WF 53.68 -1.50 Wakefield
WN 53.54 -2.63 Wigan
WS 52.64 -1.96 Walsall
WV 52.59 -2.14 Wolverhampton
YO 54.02 -0.95 York
ZE 60.27 -1.22 Shetland
`

/** Outcodes, each at the centre of its town, village or neighbourhood. */
export const northOutcodes = `
AB10 57.136 -2.116 Aberdeen city centre
AB11 57.139 -2.088 Torry and Ferryhill, Aberdeen
AB12 57.095 -2.115 Cove Bay and Portlethen
AB13 57.104 -2.240 Milltimber
AB14 57.095 -2.280 Peterculter
AB15 57.138 -2.158 Hazlehead and Cults, Aberdeen
AB16 57.160 -2.155 Mastrick, Aberdeen
AB21 57.205 -2.195 Dyce
AB22 57.186 -2.117 Bridge of Don
AB23 57.200 -2.092 Balmedie and Bridge of Don
AB24 57.164 -2.106 Old Aberdeen
AB25 57.153 -2.112 Rosemount, Aberdeen
AB30 56.835 -2.490 Laurencekirk
AB31 57.058 -2.500 Banchory
AB32 57.155 -2.290 Westhill
AB33 57.230 -2.720 Alford, Aberdeenshire
AB34 57.090 -2.790 Aboyne
AB35 57.030 -3.160 Ballater
AB36 57.206 -3.050 Strathdon
AB37 57.320 -3.370 Ballindalloch and Tomintoul
AB38 57.490 -3.215 Aberlour
AB39 56.970 -2.225 Stonehaven
AB41 57.370 -2.070 Ellon
AB42 57.508 -1.860 Peterhead
AB43 57.675 -2.040 Fraserburgh
AB44 57.664 -2.510 Macduff
AB45 57.650 -2.590 Banff
AB51 57.280 -2.400 Inverurie
AB52 57.337 -2.610 Insch
AB53 57.530 -2.440 Turriff
AB54 57.440 -2.790 Huntly
AB55 57.510 -2.990 Keith
AB56 57.675 -2.960 Buckie
B1 52.479 -1.909 Birmingham city centre
B2 52.480 -1.897 New Street, Birmingham
B3 52.483 -1.904 Jewellery Quarter, Birmingham
B4 52.483 -1.892 Aston University, Birmingham
B5 52.467 -1.897 Digbeth, Birmingham
B6 52.503 -1.886 Aston
B7 52.494 -1.872 Nechells
B8 52.490 -1.838 Washwood Heath
B9 52.478 -1.852 Bordesley Green
B10 52.467 -1.858 Small Heath
B11 52.452 -1.860 Sparkhill
B12 52.459 -1.884 Balsall Heath
B13 52.438 -1.882 Moseley
B14 52.417 -1.890 Kings Heath
B15 52.466 -1.923 Edgbaston
B16 52.477 -1.934 Ladywood
B17 52.459 -1.960 Harborne
B18 52.492 -1.921 Hockley and Winson Green
B19 52.499 -1.906 Lozells and Newtown
B20 52.517 -1.922 Handsworth Wood
B21 52.509 -1.942 Handsworth
B23 52.528 -1.852 Erdington
B24 52.520 -1.825 Tyburn and Erdington
B25 52.466 -1.820 South Yardley
B26 52.460 -1.790 Sheldon
B27 52.446 -1.826 Acocks Green
B28 52.427 -1.846 Hall Green
B29 52.437 -1.947 Selly Oak
B30 52.424 -1.925 Bournville
B31 52.405 -1.970 Northfield
B32 52.450 -1.988 Quinton and Bartley Green
B33 52.482 -1.787 Stechford and Kitts Green
B34 52.498 -1.785 Shard End
B35 52.520 -1.788 Castle Vale
B36 52.502 -1.790 Castle Bromwich
B37 52.480 -1.745 Chelmsley Wood
B38 52.405 -1.930 Kings Norton
B40 52.452 -1.722 National Exhibition Centre, Birmingham
B42 52.530 -1.906 Perry Barr
B43 52.552 -1.935 Great Barr
B44 52.544 -1.882 Kingstanding
B45 52.390 -2.005 Rednal and Rubery
B46 52.505 -1.690 Coleshill
B47 52.390 -1.870 Wythall and Hollywood
B48 52.355 -1.935 Alvechurch
B49 52.217 -1.870 Alcester
B50 52.168 -1.850 Bidford-on-Avon
B60 52.325 -2.045 Bromsgrove
B61 52.345 -2.070 Catshill and Bromsgrove
B62 52.460 -2.025 Halesowen
B63 52.453 -2.065 Cradley and Halesowen
B64 52.473 -2.065 Cradley Heath
B65 52.482 -2.045 Rowley Regis
B66 52.491 -1.962 Smethwick
B67 52.485 -1.977 Bearwood and Smethwick
B68 52.482 -2.000 Oldbury
B69 52.504 -2.030 Tividale and Oldbury
B70 52.518 -2.000 West Bromwich
B71 52.537 -1.990 Stone Cross, West Bromwich
B72 52.550 -1.822 Wylde Green
B73 52.553 -1.845 Boldmere
B74 52.591 -1.855 Four Oaks and Streetly
B75 52.584 -1.810 Mere Green
B76 52.545 -1.785 Walmley
B77 52.615 -1.665 Wilnecote, Tamworth
B78 52.600 -1.670 Fazeley and Polesworth
B79 52.641 -1.692 Tamworth
B80 52.275 -1.890 Studley
B90 52.400 -1.820 Shirley, Solihull
B91 52.410 -1.778 Solihull
B92 52.435 -1.772 Olton
B93 52.387 -1.735 Knowle and Dorridge
B94 52.340 -1.790 Hockley Heath
B95 52.288 -1.780 Henley-in-Arden
B96 52.257 -1.935 Astwood Bank
B97 52.300 -1.957 Redditch
B98 52.303 -1.920 Redditch East
BB1 53.758 -2.462 Blackburn
BB2 53.741 -2.500 Blackburn West
BB3 53.697 -2.465 Darwen
BB4 53.700 -2.295 Rossendale
BB5 53.755 -2.367 Accrington
BB6 53.790 -2.415 Great Harwood
BB7 53.870 -2.400 Clitheroe
BB8 53.860 -2.165 Colne
BB9 53.838 -2.215 Nelson
BB10 53.793 -2.222 Burnley East
BB11 53.785 -2.250 Burnley
BB12 53.801 -2.290 Padiham
BB18 53.912 -2.180 Barnoldswick
BD1 53.795 -1.755 Bradford city centre
BD2 53.814 -1.743 Eccleshill
BD3 53.797 -1.722 Barkerend and Thornbury
BD4 53.776 -1.717 Tong and Bierley
BD5 53.780 -1.762 Little Horton
BD6 53.767 -1.793 Wibsey
BD7 53.785 -1.785 Great Horton
BD8 53.801 -1.780 Manningham
BD9 53.812 -1.793 Heaton, Bradford
BD10 53.829 -1.722 Idle
BD11 53.752 -1.668 Birkenshaw
BD12 53.754 -1.763 Low Moor and Wyke
BD13 53.785 -1.857 Queensbury and Thornton
BD14 53.790 -1.820 Clayton, Bradford
BD15 53.804 -1.825 Allerton, Bradford
BD16 53.846 -1.830 Bingley
BD17 53.842 -1.765 Baildon
BD18 53.832 -1.780 Shipley
BD19 53.728 -1.712 Cleckheaton
BD20 53.903 -1.965 Silsden and Cross Hills
BD21 53.865 -1.908 Keighley
BD22 53.845 -1.945 Haworth
BD23 53.980 -2.030 Skipton
BD24 54.080 -2.285 Settle
BL0 53.648 -2.320 Ramsbottom
BL1 53.592 -2.442 Bolton
BL2 53.588 -2.392 Breightmet and Harwood
BL3 53.563 -2.430 Bolton South
BL4 53.547 -2.395 Farnworth
BL5 53.549 -2.520 Westhoughton
BL6 53.595 -2.545 Horwich
BL7 53.632 -2.425 Bromley Cross
BL8 53.600 -2.335 Tottington
BL9 53.590 -2.285 Bury
BT1 54.600 -5.930 Belfast city centre
BT2 54.594 -5.930 Donegall Square, Belfast
BT3 54.615 -5.900 Titanic Quarter, Belfast
BT4 54.601 -5.865 Sydenham and Belmont, Belfast
BT5 54.588 -5.870 Knock, Belfast
BT6 54.581 -5.893 Cregagh, Belfast
BT7 54.583 -5.922 Ormeau, Belfast
BT8 54.553 -5.912 Newtownbreda and Carryduff
BT9 54.575 -5.950 Malone, Belfast
BT10 54.560 -5.982 Finaghy
BT11 54.574 -5.992 Andersonstown
BT12 54.592 -5.955 Falls Road, Belfast
BT13 54.607 -5.962 Shankill, Belfast
BT14 54.617 -5.960 Cliftonville, Belfast
BT15 54.621 -5.932 Antrim Road, Belfast
BT16 54.593 -5.805 Dundonald
BT17 54.556 -6.018 Dunmurry
BT18 54.642 -5.830 Holywood
BT19 54.650 -5.670 Bangor West, County Down
BT20 54.660 -5.665 Bangor, County Down
BT21 54.641 -5.540 Donaghadee
BT22 54.485 -5.505 Kircubbin and Portaferry
BT23 54.580 -5.700 Newtownards
BT24 54.440 -5.870 Ballynahinch
BT25 54.415 -6.150 Dromore, County Down
BT26 54.462 -6.085 Hillsborough, County Down
BT27 54.512 -6.030 Lisburn
BT28 54.520 -6.070 Lisburn West
BT29 54.625 -6.205 Crumlin, County Antrim
BT30 54.335 -5.710 Downpatrick
BT31 54.257 -5.950 Castlewellan
BT32 54.345 -6.265 Banbridge
BT33 54.215 -5.890 Newcastle, County Down
BT34 54.140 -6.190 Kilkeel and Warrenpoint
BT35 54.165 -6.390 Newry
BT36 54.676 -5.950 Glengormley
BT37 54.670 -5.902 Newtownabbey
BT38 54.720 -5.800 Carrickfergus
BT39 54.755 -6.010 Ballyclare
BT40 54.850 -5.820 Larne
BT41 54.715 -6.230 Antrim
BT42 54.850 -6.280 Ballymena
BT43 54.875 -6.255 Ballymena North
BT44 54.980 -6.330 Cullybackey and Cushendall
BT45 54.750 -6.620 Magherafelt
BT46 54.855 -6.670 Maghera
BT47 54.985 -7.250 Waterside, Londonderry
BT48 55.005 -7.330 Derry / Londonderry
BT49 55.045 -6.950 Limavady
BT51 55.080 -6.690 Coleraine West
BT52 55.133 -6.655 Coleraine
BT53 55.065 -6.500 Ballymoney
BT54 55.190 -6.240 Ballycastle
BT55 55.182 -6.712 Portstewart
BT56 55.203 -6.655 Portrush
BT57 55.200 -6.520 Bushmills
BT60 54.310 -6.670 Armagh and Keady
BT61 54.365 -6.630 Armagh
BT62 54.430 -6.480 Portadown
BT63 54.410 -6.420 Portadown East
BT64 54.450 -6.395 Craigavon
BT65 54.447 -6.380 Craigavon East
BT66 54.460 -6.330 Lurgan
BT67 54.485 -6.250 Moira
BT68 54.352 -6.837 Caledon
BT69 54.413 -6.975 Aughnacloy
BT70 54.515 -6.830 Dungannon and Pomeroy
BT71 54.505 -6.720 Dungannon
BT74 54.345 -7.640 Enniskillen
BT75 54.378 -7.315 Fivemiletown
BT76 54.412 -7.172 Clogher
BT77 54.430 -7.135 Augher
BT78 54.590 -7.350 Omagh
BT79 54.625 -7.240 Omagh East
BT80 54.645 -6.745 Cookstown
BT81 54.708 -7.590 Castlederg
BT82 54.828 -7.450 Strabane
BT92 54.240 -7.480 Lisnaskea
BT93 54.450 -7.840 Kesh and Belleek
BT94 54.370 -7.530 Irvinestown
CA1 54.890 -2.915 Carlisle East
CA2 54.882 -2.955 Carlisle
CA3 54.907 -2.935 Stanwix, Carlisle
CA4 54.868 -2.835 Wetheral
CA5 54.855 -3.020 Dalston
CA6 54.975 -2.890 Longtown
CA7 54.820 -3.240 Wigton and Silloth
CA8 54.935 -2.700 Brampton
CA9 54.810 -2.430 Alston
CA10 54.640 -2.700 Shap and Lazonby
CA11 54.668 -2.775 Penrith
CA12 54.600 -3.150 Keswick
CA13 54.660 -3.370 Cockermouth
CA14 54.638 -3.540 Workington
CA15 54.713 -3.480 Maryport
CA16 54.575 -2.480 Appleby-in-Westmorland
CA17 54.470 -2.360 Kirkby Stephen
CA18 54.355 -3.400 Ravenglass
CA19 54.385 -3.380 Holmrook and Eskdale
CA20 54.410 -3.460 Seascale and Gosforth
CA21 54.447 -3.520 Beckermet
CA22 54.482 -3.530 Egremont
CA23 54.520 -3.480 Cleator and Ennerdale
CA24 54.516 -3.537 Moor Row
CA25 54.522 -3.515 Cleator Moor
CA26 54.547 -3.490 Frizington
CA27 54.495 -3.600 St Bees
CA28 54.545 -3.580 Whitehaven
CH1 53.202 -2.905 Chester
CH2 53.212 -2.878 Hoole and Upton, Chester
CH3 53.165 -2.805 Tarvin and Great Boughton
CH4 53.167 -2.930 Handbridge and Broughton
CH5 53.208 -3.035 Deeside
CH6 53.248 -3.145 Flint
CH7 53.168 -3.120 Mold
CH8 53.275 -3.230 Holywell
CH41 53.391 -3.030 Birkenhead
CH42 53.370 -3.020 Tranmere and Rock Ferry
CH43 53.386 -3.060 Oxton and Prenton
CH44 53.413 -3.038 Wallasey and Seacombe
CH45 53.428 -3.047 New Brighton
CH46 53.406 -3.105 Moreton, Wirral
CH47 53.394 -3.175 Hoylake
CH48 53.373 -3.170 West Kirby
CH49 53.380 -3.100 Upton and Greasby
CH60 53.326 -3.100 Heswall
CH61 53.345 -3.100 Irby and Pensby
CH62 53.327 -2.975 Bromborough
CH63 53.346 -3.010 Bebington
CH64 53.290 -3.060 Neston
CH65 53.280 -2.902 Ellesmere Port
CH66 53.275 -2.932 Great Sutton
CV1 52.409 -1.510 Coventry city centre
CV2 52.420 -1.467 Walsgrave and Wyken
CV3 52.391 -1.485 Binley and Cheylesmore
CV4 52.395 -1.570 Tile Hill and Canley
CV5 52.410 -1.558 Earlsdon and Allesley
CV6 52.430 -1.515 Foleshill and Holbrooks
CV7 52.460 -1.550 Meriden and Exhall
CV8 52.350 -1.545 Kenilworth
CV9 52.578 -1.550 Atherstone
CV10 52.530 -1.490 Nuneaton West
CV11 52.520 -1.452 Nuneaton
CV12 52.476 -1.475 Bedworth
CV13 52.610 -1.415 Market Bosworth
CV21 52.378 -1.255 Rugby
CV22 52.360 -1.275 Bilton and Dunchurch, Rugby
CV23 52.370 -1.280 Long Lawford and Brinklow
CV31 52.279 -1.527 Leamington Spa South
CV32 52.300 -1.530 Leamington Spa
CV33 52.245 -1.475 Harbury and Bishop's Tachbrook
CV34 52.284 -1.578 Warwick
CV35 52.220 -1.610 Wellesbourne and Kineton
CV36 52.060 -1.610 Shipston-on-Stour
CV37 52.190 -1.710 Stratford-upon-Avon
CV47 52.245 -1.380 Southam
CW1 53.102 -2.435 Crewe
CW2 53.086 -2.455 Wistaston and Shavington
CW3 52.988 -2.430 Audlem and Madeley
CW4 53.202 -2.355 Holmes Chapel
CW5 53.062 -2.525 Nantwich
CW6 53.170 -2.660 Tarporley and Kelsall
CW7 53.193 -2.525 Winsford
CW8 53.250 -2.560 Weaverham and Hartford
CW9 53.258 -2.498 Northwich
CW10 53.192 -2.445 Middlewich
CW11 53.145 -2.365 Sandbach
CW12 53.163 -2.210 Congleton
DD1 56.461 -2.977 Dundee city centre
DD2 56.464 -3.030 Lochee, Dundee
DD3 56.480 -2.983 Strathmartine, Dundee
DD4 56.478 -2.930 Craigie and Whitfield, Dundee
DD5 56.477 -2.850 Broughty Ferry and Monifieth
DD6 56.440 -2.925 Newport-on-Tay and Tayport
DD7 56.504 -2.715 Carnoustie
DD8 56.650 -2.940 Forfar and Kirriemuir
DD9 56.735 -2.665 Brechin
DD10 56.735 -2.475 Montrose
DD11 56.565 -2.600 Arbroath
DE1 52.922 -1.475 Derby city centre
DE3 52.909 -1.540 Mickleover
DE4 53.120 -1.565 Matlock
DE5 53.050 -1.410 Ripley
DE6 53.000 -1.700 Ashbourne
DE7 52.970 -1.325 Ilkeston
DE11 52.775 -1.560 Swadlincote
DE12 52.728 -1.560 Measham and Castle Gresley
DE13 52.805 -1.690 Barton-under-Needwood and Stretton
DE14 52.805 -1.645 Burton upon Trent
DE15 52.795 -1.610 Stapenhill and Winshill
DE21 52.928 -1.430 Chaddesden and Spondon
DE22 52.938 -1.500 Allestree and Mackworth
DE23 52.902 -1.495 Littleover and Normanton
DE24 52.887 -1.450 Alvaston and Allenton
DE45 53.205 -1.660 Bakewell
DE55 53.105 -1.370 Alfreton
DE56 53.020 -1.475 Belper
DE65 52.870 -1.610 Hilton and Etwall
DE72 52.900 -1.350 Borrowash and Draycott
DE73 52.850 -1.440 Chellaston and Melbourne
DE74 52.837 -1.320 Castle Donington
DE75 53.013 -1.355 Heanor
DG1 55.072 -3.600 Dumfries
DG2 55.065 -3.640 Dumfries West
DG3 55.210 -3.790 Thornhill
DG4 55.370 -3.940 Sanquhar
DG5 54.930 -3.800 Dalbeattie
DG6 54.845 -4.060 Kirkcudbright
DG7 54.980 -4.000 Castle Douglas
DG8 54.880 -4.500 Newton Stewart and Wigtown
DG9 54.880 -5.010 Stranraer
DG10 55.325 -3.450 Moffat
DG11 55.125 -3.350 Lockerbie
DG12 54.990 -3.260 Annan
DG13 55.160 -3.010 Langholm
DG14 55.080 -2.950 Canonbie
DG16 55.000 -3.065 Gretna
DH1 54.780 -1.565 Durham
DH2 54.862 -1.592 Chester-le-Street and Pelton
DH3 54.876 -1.570 Birtley
DH4 54.862 -1.497 Shiney Row
DH5 54.832 -1.460 Houghton-le-Spring and Hetton-le-Hole
DH6 54.752 -1.465 Bowburn and Coxhoe
DH7 54.780 -1.660 Brandon and Lanchester
DH8 54.855 -1.835 Consett
DH9 54.868 -1.705 Stanley
DL1 54.525 -1.540 Darlington
DL2 54.520 -1.570 Hurworth and Gainford
DL3 54.530 -1.570 Darlington West
DL4 54.627 -1.645 Shildon
DL5 54.617 -1.575 Newton Aycliffe
DL6 54.365 -1.410 Northallerton
DL7 54.330 -1.455 Romanby and Leeming
DL8 54.295 -1.780 Leyburn and Bedale
DL9 54.375 -1.715 Catterick Garrison
DL10 54.405 -1.700 Richmond, North Yorkshire
DL11 54.440 -1.830 Reeth and Swaledale
DL12 54.565 -1.960 Barnard Castle
DL13 54.705 -1.910 Wolsingham and Weardale
DL14 54.657 -1.680 Bishop Auckland
DL15 54.715 -1.730 Crook and Willington
DL16 54.700 -1.600 Spennymoor
DL17 54.685 -1.545 Ferryhill
DN1 53.522 -1.132 Doncaster
DN2 53.530 -1.105 Wheatley and Intake
DN3 53.545 -1.058 Armthorpe and Kirk Sandall
DN4 53.503 -1.125 Balby and Bessacarr
DN5 53.540 -1.170 Bentley and Sprotbrough
DN6 53.592 -1.185 Adwick and Askern
DN7 53.582 -1.005 Hatfield and Stainforth
DN8 53.612 -0.960 Thorne
DN9 53.525 -0.890 Epworth and Finningley
DN10 53.425 -0.910 Bawtry and Misterton
DN11 53.450 -1.090 Rossington and Harworth
DN12 53.485 -1.215 Conisbrough and Edlington
DN14 53.710 -0.920 Goole
DN15 53.608 -0.660 Scunthorpe
DN16 53.578 -0.640 Ashby, Scunthorpe
DN17 53.575 -0.715 Bottesford and Crowle
DN18 53.680 -0.445 Barton-upon-Humber
DN19 53.685 -0.365 Barrow upon Humber
DN20 53.560 -0.505 Brigg
DN21 53.410 -0.730 Gainsborough
DN22 53.320 -0.930 Retford
DN31 53.570 -0.085 Grimsby
DN32 53.563 -0.070 Grimsby East
DN33 53.546 -0.100 Scartho, Grimsby
DN34 53.563 -0.115 Grimsby West
DN35 53.555 -0.030 Cleethorpes
DN36 53.510 -0.040 Humberston and New Waltham
DN37 53.545 -0.140 Waltham and Laceby
DN38 53.570 -0.410 Barnetby
DN39 53.625 -0.335 Ulceby
DN40 53.615 -0.210 Immingham
DN41 53.580 -0.170 Healing
DY1 52.513 -2.092 Dudley
DY2 52.497 -2.080 Netherton, Dudley
DY3 52.535 -2.125 Sedgley and Gornal
DY4 52.530 -2.052 Tipton
DY5 52.482 -2.122 Brierley Hill
DY6 52.497 -2.163 Kingswinford
DY7 52.450 -2.225 Kinver
DY8 52.460 -2.150 Stourbridge
DY9 52.445 -2.115 Lye and Hagley
DY10 52.390 -2.225 Kidderminster
DY11 52.390 -2.260 Kidderminster West
DY12 52.378 -2.325 Bewdley
DY13 52.338 -2.285 Stourport-on-Severn
DY14 52.385 -2.500 Cleobury Mortimer
EH1 55.951 -3.190 Edinburgh Old Town
EH2 55.953 -3.200 Edinburgh New Town
EH3 55.951 -3.204 Stockbridge and Tollcross, Edinburgh
EH4 55.961 -3.260 Blackhall and Comely Bank, Edinburgh
EH5 55.975 -3.225 Granton and Trinity, Edinburgh
EH6 55.972 -3.180 Leith
EH7 55.961 -3.172 Leith Walk and Restalrig, Edinburgh
EH8 55.946 -3.172 Newington and Canongate, Edinburgh
EH9 55.934 -3.190 Marchmont and the Grange, Edinburgh
EH10 55.923 -3.210 Morningside, Edinburgh
EH11 55.935 -3.238 Gorgie and Sighthill, Edinburgh
EH12 55.942 -3.275 Corstorphine, Edinburgh
EH13 55.908 -3.242 Colinton, Edinburgh
EH14 55.912 -3.280 Wester Hailes and Currie
EH15 55.948 -3.112 Portobello, Edinburgh
EH16 55.925 -3.155 Liberton, Edinburgh
EH17 55.908 -3.142 Gilmerton, Edinburgh
EH18 55.885 -3.117 Lasswade
EH19 55.873 -3.105 Bonnyrigg
EH20 55.879 -3.155 Loanhead
EH21 55.938 -3.050 Musselburgh
EH22 55.888 -3.070 Dalkeith
EH23 55.840 -3.045 Gorebridge
EH24 55.852 -3.137 Rosewell
EH25 55.858 -3.190 Roslin and Bilston
EH26 55.828 -3.223 Penicuik
EH27 55.887 -3.420 Kirknewton
EH28 55.930 -3.390 Ratho and Newbridge
EH29 55.955 -3.405 Kirkliston
EH30 55.987 -3.395 South Queensferry
EH31 56.037 -2.830 Gullane
EH32 55.967 -2.955 Prestonpans and Longniddry
EH33 55.942 -2.950 Tranent
EH34 55.908 -2.890 Pencaitland
EH35 55.913 -2.940 Ormiston
EH36 55.860 -2.870 Humbie
EH37 55.866 -2.970 Pathhead
EH38 55.783 -2.960 Heriot
EH39 56.053 -2.715 North Berwick
EH40 55.990 -2.660 East Linton
EH41 55.945 -2.775 Haddington
EH42 55.990 -2.510 Dunbar
EH43 55.624 -3.018 Walkerburn
EH44 55.622 -3.060 Innerleithen
EH45 55.645 -3.210 Peebles
EH46 55.745 -3.360 West Linton
EH47 55.862 -3.680 Whitburn and Fauldhouse
EH48 55.900 -3.655 Bathgate and Armadale
EH49 55.972 -3.605 Linlithgow
EH51 56.010 -3.605 Bo'ness
EH52 55.933 -3.480 Broxburn and Uphall
EH53 55.893 -3.460 Mid Calder and East Calder
EH54 55.890 -3.520 Livingston
EH55 55.850 -3.565 West Calder
FK1 55.990 -3.795 Falkirk
FK2 55.999 -3.755 Polmont and Falkirk East
FK3 56.015 -3.715 Grangemouth
FK4 55.997 -3.895 Bonnybridge
FK5 56.022 -3.830 Larbert and Stenhousemuir
FK6 56.022 -3.915 Denny
FK7 56.098 -3.925 St Ninians and Bannockburn
FK8 56.130 -4.100 Stirling
FK9 56.145 -3.935 Bridge of Allan
FK10 56.117 -3.780 Alloa
FK11 56.152 -3.850 Menstrie
FK12 56.154 -3.800 Alva
FK13 56.153 -3.745 Tillicoultry
FK14 56.163 -3.665 Dollar
FK15 56.190 -3.955 Dunblane
FK16 56.190 -4.060 Doune
FK17 56.240 -4.230 Callander
FK18 56.325 -4.330 Strathyre
FK19 56.380 -4.290 Lochearnhead
FK20 56.400 -4.650 Crianlarich and Tyndrum
FK21 56.470 -4.310 Killin
FY1 53.819 -3.048 Blackpool
FY2 53.847 -3.040 Bispham
FY3 53.825 -3.020 Layton and Marton
FY4 53.790 -3.032 South Shore, Blackpool
FY5 53.872 -3.020 Thornton-Cleveleys
FY6 53.860 -2.975 Poulton-le-Fylde
FY7 53.918 -3.025 Fleetwood
FY8 53.748 -3.000 Lytham St Annes
G1 55.860 -4.248 Merchant City, Glasgow
G2 55.863 -4.259 Glasgow city centre
G3 55.865 -4.278 Finnieston, Glasgow
G4 55.869 -4.255 Cowcaddens, Glasgow
G5 55.848 -4.252 Gorbals, Glasgow
G11 55.873 -4.312 Partick, Glasgow
G12 55.881 -4.302 Hillhead and Kelvinside, Glasgow
G13 55.893 -4.345 Knightswood, Glasgow
G14 55.882 -4.350 Scotstoun, Glasgow
G15 55.908 -4.365 Drumchapel, Glasgow
G20 55.885 -4.282 Maryhill, Glasgow
G21 55.881 -4.222 Springburn, Glasgow
G22 55.889 -4.246 Possilpark, Glasgow
G23 55.902 -4.278 Summerston, Glasgow
G31 55.857 -4.208 Dennistoun, Glasgow
G32 55.853 -4.165 Shettleston, Glasgow
G33 55.873 -4.160 Stepps and Ruchazie
G34 55.868 -4.112 Easterhouse, Glasgow
G40 55.847 -4.222 Bridgeton, Glasgow
G41 55.839 -4.280 Pollokshields, Glasgow
G42 55.833 -4.258 Govanhill, Glasgow
G43 55.821 -4.295 Pollokshaws, Glasgow
G44 55.813 -4.255 Cathcart, Glasgow
G45 55.805 -4.235 Castlemilk, Glasgow
G46 55.806 -4.305 Giffnock and Thornliebank
G51 55.858 -4.310 Govan, Glasgow
G52 55.848 -4.345 Cardonald, Glasgow
G53 55.825 -4.348 Pollok and Nitshill, Glasgow
G60 55.926 -4.460 Old Kilpatrick
G61 55.920 -4.330 Bearsden
G62 55.942 -4.315 Milngavie
G63 56.030 -4.370 Drymen and Killearn
G64 55.907 -4.225 Bishopbriggs
G65 55.972 -4.060 Kilsyth
G66 55.943 -4.160 Kirkintilloch and Lenzie
G67 55.948 -3.985 Cumbernauld
G68 55.957 -4.025 Cumbernauld North
G69 55.882 -4.100 Baillieston and Moodiesburn
G71 55.825 -4.078 Uddingston and Bothwell
G72 55.808 -4.135 Cambuslang and Blantyre
G73 55.822 -4.212 Rutherglen
G74 55.771 -4.175 East Kilbride
G75 55.754 -4.190 East Kilbride South
G76 55.778 -4.270 Clarkston and Busby
G77 55.771 -4.340 Newton Mearns
G78 55.796 -4.405 Barrhead
G81 55.909 -4.400 Clydebank
G82 55.948 -4.570 Dumbarton
G83 56.000 -4.595 Alexandria
G84 56.010 -4.755 Helensburgh
GY1 49.455 -2.545 St Peter Port
GY2 49.480 -2.520 St Sampson
GY3 49.487 -2.535 Vale
GY4 49.437 -2.555 St Martin, Guernsey
GY5 49.465 -2.595 Castel
GY6 49.495 -2.525 L'Ancresse and Vale
GY7 49.455 -2.630 St Saviour, Guernsey
GY8 49.432 -2.605 Forest and Torteval
GY9 49.715 -2.200 Alderney
GY10 49.433 -2.360 Sark
HD1 53.646 -1.785 Huddersfield
HD2 53.672 -1.775 Fartown and Bradley
HD3 53.652 -1.825 Lindley
HD4 53.628 -1.805 Lockwood and Netherton
HD5 53.645 -1.742 Dalton and Almondbury
HD6 53.702 -1.785 Brighouse
HD7 53.622 -1.870 Slaithwaite and Golcar
HD8 53.598 -1.660 Denby Dale and Skelmanthorpe
HD9 53.573 -1.785 Holmfirth
HG1 54.002 -1.540 Harrogate
HG2 53.983 -1.535 Harrogate South
HG3 54.030 -1.620 Killinghall and Pateley Bridge
HG4 54.160 -1.550 Ripon
HG5 54.010 -1.460 Knaresborough
HS1 58.209 -6.385 Stornoway
HS2 58.240 -6.430 Isle of Lewis
HS3 57.890 -6.810 Tarbert, Isle of Harris
HS4 57.867 -6.690 Scalpay, Isle of Harris
HS5 57.775 -7.010 Leverburgh
HS6 57.610 -7.330 North Uist
HS7 57.450 -7.340 Benbecula
HS8 57.230 -7.360 South Uist
HS9 56.980 -7.470 Barra
HU1 53.743 -0.340 Hull city centre
HU2 53.749 -0.338 Spring Bank, Hull
HU3 53.743 -0.362 Anlaby Road, Hull
HU4 53.738 -0.405 Anlaby Park, Hull
HU5 53.760 -0.375 Newland and the Avenues, Hull
HU6 53.776 -0.362 Orchard Park, Hull
HU7 53.788 -0.325 Bransholme, Hull
HU8 53.765 -0.310 Holderness Road, Hull
HU9 53.756 -0.285 Marfleet, Hull
HU10 53.746 -0.442 Willerby and Kirk Ella
HU11 53.810 -0.220 Bilton and Aldbrough
HU12 53.730 -0.160 Hedon
HU13 53.725 -0.435 Hessle
HU14 53.730 -0.515 North Ferriby
HU15 53.745 -0.595 Brough
HU16 53.782 -0.402 Cottingham
HU17 53.850 -0.420 Beverley
HU18 53.910 -0.175 Hornsea
HU19 53.728 0.030 Withernsea
HU20 53.790 -0.490 Little Weighton
HX1 53.721 -1.868 Halifax
HX2 53.735 -1.900 Mixenden and Illingworth
HX3 53.730 -1.840 Northowram and Southowram
HX4 53.685 -1.880 Greetland and Stainland
HX5 53.685 -1.835 Elland
HX6 53.703 -1.915 Sowerby Bridge
HX7 53.738 -1.995 Hebden Bridge
IM1 54.152 -4.482 Douglas, Isle of Man
IM2 54.160 -4.495 Douglas West, Isle of Man
IM3 54.177 -4.455 Onchan
IM4 54.190 -4.500 Laxey and Braddan
IM5 54.222 -4.690 Peel
IM6 54.283 -4.590 Kirk Michael
IM7 54.345 -4.490 Sulby and Andreas
IM8 54.322 -4.385 Ramsey, Isle of Man
IM9 54.085 -4.690 Castletown and Port Erin
IV1 57.490 -4.235 Inverness
IV2 57.465 -4.180 Culloden and Inverness East
IV3 57.473 -4.245 Inverness West
IV4 57.450 -4.510 Beauly
IV6 57.520 -4.470 Muir of Ord
IV7 57.570 -4.390 Conon Bridge
IV8 57.548 -4.270 Munlochy
IV9 57.570 -4.170 Avoch
IV10 57.590 -4.130 Fortrose
IV11 57.680 -4.040 Cromarty
IV12 57.575 -3.870 Nairn
IV13 57.350 -4.010 Tomatin
IV14 57.585 -4.550 Strathpeffer
IV15 57.600 -4.430 Dingwall
IV16 57.655 -4.345 Evanton
IV17 57.695 -4.260 Alness
IV18 57.695 -4.155 Invergordon
IV19 57.810 -4.060 Tain
IV20 57.785 -3.910 Fearn and Portmahomack
IV21 57.730 -5.700 Gairloch
IV22 57.760 -5.530 Achnasheen and Aultbea
IV23 57.750 -5.020 Garve
IV24 57.890 -4.360 Ardgay and Bonar Bridge
IV25 57.885 -4.040 Dornoch
IV26 57.920 -5.170 Ullapool
IV27 58.270 -4.850 Lairg and Lochinver
IV28 58.000 -4.130 Rogart
IV30 57.645 -3.320 Elgin
IV31 57.718 -3.285 Lossiemouth
IV32 57.625 -3.105 Fochabers
IV36 57.610 -3.620 Forres
IV40 57.270 -5.600 Kyle of Lochalsh
IV41 57.272 -5.735 Kyleakin
IV42 57.235 -5.850 Breakish
IV43 57.147 -5.800 Isle Ornsay
IV44 57.110 -5.860 Teangue
IV45 57.068 -5.900 Ardvasar
IV46 57.115 -5.985 Tarskavaig
IV47 57.300 -6.370 Carbost
IV48 57.300 -6.130 Sconser
IV49 57.235 -5.930 Broadford
IV51 57.470 -6.260 Portree
IV52 57.338 -5.650 Plockton
IV53 57.355 -5.550 Stromeferry
IV54 57.420 -5.600 Lochcarron
IV55 57.460 -6.590 Dunvegan
IV56 57.360 -6.430 Struan
IV63 57.310 -4.500 Drumnadrochit
JE1 49.186 -2.107 St Helier town
JE2 49.184 -2.090 St Helier
JE3 49.212 -2.150 St Brelade and St Ouen
KA1 55.605 -4.490 Kilmarnock
KA2 55.600 -4.560 Crosshouse
KA3 55.645 -4.495 Stewarton and Kilmarnock North
KA4 55.600 -4.385 Galston
KA5 55.515 -4.400 Mauchline and Tarbolton
KA6 55.390 -4.480 Dalmellington and Drongan
KA7 55.450 -4.630 Ayr
KA8 55.470 -4.610 Ayr North
KA9 55.497 -4.610 Prestwick
KA10 55.545 -4.655 Troon
KA11 55.620 -4.625 Dreghorn and Girdle Toll
KA12 55.617 -4.668 Irvine
KA13 55.655 -4.700 Kilwinning
KA14 55.735 -4.675 Glengarnock
KA15 55.750 -4.635 Beith
KA16 55.608 -4.325 Newmilns
KA17 55.610 -4.280 Darvel
KA18 55.440 -4.260 Cumnock
KA19 55.350 -4.690 Maybole
KA20 55.645 -4.755 Stevenston
KA21 55.640 -4.785 Saltcoats
KA22 55.645 -4.810 Ardrossan
KA23 55.693 -4.855 West Kilbride
KA24 55.708 -4.700 Dalry
KA25 55.752 -4.690 Kilbirnie
KA26 55.220 -4.840 Girvan
KA27 55.550 -5.190 Isle of Arran
KA28 55.755 -4.920 Millport
KA29 55.757 -4.855 Fairlie
KA30 55.795 -4.865 Largs
KW1 58.445 -3.110 Wick
KW2 58.370 -3.130 Thrumster and Ulbster
KW3 58.310 -3.290 Lybster
KW5 58.295 -3.390 Latheron
KW6 58.250 -3.430 Dunbeath
KW7 58.185 -3.500 Berriedale
KW8 58.120 -3.660 Helmsdale
KW9 58.015 -3.860 Brora
KW10 57.975 -3.980 Golspie
KW11 58.320 -4.120 Kinbrace
KW12 58.500 -3.480 Halkirk
KW13 58.460 -3.900 Forsinard
KW14 58.590 -3.560 Thurso
KW15 58.980 -2.960 Kirkwall
KW16 58.965 -3.290 Stromness
KW17 59.031 -2.960 Orkney Islands
KY1 56.118 -3.155 Kirkcaldy
KY2 56.125 -3.175 Kirkcaldy West
KY3 56.062 -3.230 Burntisland and Kinghorn
KY4 56.118 -3.360 Cowdenbeath and Kelty
KY5 56.140 -3.285 Lochgelly and Cardenden
KY6 56.198 -3.195 Glenrothes West
KY7 56.198 -3.150 Glenrothes
KY8 56.192 -3.020 Leven and Methil
KY9 56.200 -2.830 Elie
KY10 56.230 -2.710 Anstruther
KY11 56.050 -3.415 Rosyth and Dalgety Bay
KY12 56.076 -3.475 Dunfermline
KY13 56.205 -3.420 Kinross
KY14 56.310 -3.240 Auchtermuchty and Newburgh
KY15 56.305 -3.040 Cupar
KY16 56.345 -2.830 St Andrews
L1 53.402 -2.978 Liverpool city centre
L2 53.407 -2.989 Liverpool business district
L3 53.409 -2.986 Liverpool waterfront
L4 53.440 -2.963 Walton, Liverpool
L5 53.424 -2.977 Everton and Vauxhall
L6 53.419 -2.946 Anfield and Tuebrook
L7 53.405 -2.949 Edge Hill and Kensington
L8 53.389 -2.960 Toxteth
L9 53.463 -2.955 Fazakerley and Orrell Park
L10 53.477 -2.925 Aintree Village
L11 53.448 -2.912 Norris Green and Croxteth
L12 53.434 -2.893 West Derby
L13 53.416 -2.918 Old Swan and Stoneycroft
L14 53.418 -2.875 Dovecot
L15 53.397 -2.917 Wavertree
L16 53.399 -2.884 Childwall
L17 53.378 -2.943 Aigburth
L18 53.382 -2.907 Allerton and Mossley Hill
L19 53.358 -2.905 Garston
L20 53.452 -2.985 Bootle
L21 53.471 -3.003 Litherland and Seaforth
L22 53.475 -3.025 Waterloo, Liverpool
L23 53.490 -3.030 Crosby
L24 53.345 -2.847 Speke
L25 53.376 -2.868 Woolton and Gateacre
L26 53.362 -2.835 Halewood
L27 53.394 -2.842 Netherley
L28 53.435 -2.868 Stockbridge Village
L29 53.513 -2.980 Lunt and Sefton
L30 53.487 -2.968 Netherton, Bootle
L31 53.518 -2.943 Maghull
L32 53.479 -2.888 Kirkby
L33 53.488 -2.878 Northwood, Kirkby
L34 53.433 -2.810 Prescot
L35 53.410 -2.780 Whiston and Rainhill
L36 53.412 -2.842 Huyton
L37 53.556 -3.060 Formby
L38 53.520 -3.050 Hightown
L39 53.563 -2.890 Ormskirk
L40 53.600 -2.820 Burscough
LA1 54.047 -2.795 Lancaster
LA2 54.060 -2.690 Halton and Caton
LA3 54.053 -2.880 Heysham
LA4 54.070 -2.860 Morecambe
LA5 54.118 -2.775 Carnforth
LA6 54.175 -2.600 Kirkby Lonsdale
LA7 54.223 -2.765 Milnthorpe
LA8 54.330 -2.770 Staveley and Burneside
LA9 54.325 -2.742 Kendal
LA10 54.315 -2.510 Sedbergh
LA11 54.195 -2.915 Grange-over-Sands
LA12 54.195 -3.080 Ulverston
LA13 54.117 -3.200 Barrow-in-Furness East
LA14 54.118 -3.238 Barrow-in-Furness
LA15 54.155 -3.185 Dalton-in-Furness
LA16 54.187 -3.200 Askam-in-Furness
LA17 54.237 -3.175 Kirkby-in-Furness
LA18 54.215 -3.285 Millom
LA19 54.280 -3.390 Bootle, Cumbria
LA20 54.285 -3.220 Broughton-in-Furness
LA21 54.360 -3.075 Coniston
LA22 54.425 -2.975 Ambleside
LA23 54.375 -2.910 Windermere
LE1 52.636 -1.133 Leicester city centre
LE2 52.609 -1.112 Clarendon Park and Oadby
LE3 52.632 -1.178 Braunstone and Glenfield
LE4 52.667 -1.117 Belgrave and Birstall
LE5 52.637 -1.082 Evington and Humberstone
LE6 52.665 -1.240 Groby and Ratby
LE7 52.685 -1.065 Syston and Anstey
LE8 52.550 -1.080 Blaby and Kibworth
LE9 52.565 -1.270 Earl Shilton and Broughton Astley
LE10 52.540 -1.375 Hinckley
LE11 52.770 -1.210 Loughborough
LE12 52.775 -1.205 Shepshed and Quorn
LE13 52.765 -0.885 Melton Mowbray
LE14 52.790 -0.875 Asfordby and the Vale of Belvoir
LE15 52.645 -0.700 Oakham
LE16 52.478 -0.910 Market Harborough
LE17 52.465 -1.160 Lutterworth
LE18 52.585 -1.105 Wigston
LE19 52.583 -1.185 Narborough and Enderby
LE65 52.745 -1.470 Ashby-de-la-Zouch
LE67 52.715 -1.360 Coalville
LL11 53.060 -3.020 Wrexham
LL12 53.080 -2.985 Gresford and Llay
LL13 53.037 -2.965 Wrexham East
LL14 52.985 -3.060 Ruabon and Rhosllannerchrugog
LL15 53.110 -3.310 Ruthin
LL16 53.190 -3.410 Denbigh
LL17 53.257 -3.445 St Asaph
LL18 53.310 -3.475 Rhyl
LL19 53.330 -3.400 Prestatyn
LL20 52.965 -3.170 Llangollen
LL21 52.990 -3.430 Corwen
LL22 53.275 -3.595 Abergele
LL23 52.915 -3.610 Bala
LL24 53.070 -3.780 Betws-y-Coed
LL25 53.050 -3.885 Dolwyddelan
LL26 53.140 -3.780 Llanrwst
LL27 53.155 -3.830 Trefriw
LL28 53.295 -3.750 Rhos-on-Sea
LL29 53.288 -3.715 Colwyn Bay
LL30 53.320 -3.830 Llandudno
LL31 53.288 -3.808 Llandudno Junction
LL32 53.270 -3.840 Conwy
LL33 53.250 -3.970 Llanfairfechan
LL34 53.270 -3.925 Penmaenmawr
LL35 52.545 -4.035 Aberdyfi
LL36 52.595 -4.070 Tywyn
LL37 52.667 -4.085 Llwyngwril
LL38 52.693 -4.048 Fairbourne
LL39 52.715 -4.000 Arthog
LL40 52.755 -3.870 Dolgellau
LL41 52.970 -3.940 Blaenau Ffestiniog
LL42 52.725 -4.055 Barmouth
LL43 52.775 -4.095 Tal-y-bont
LL44 52.790 -4.095 Dyffryn Ardudwy
LL45 52.823 -4.095 Llanbedr
LL46 52.862 -4.105 Harlech
LL47 52.905 -4.055 Talsarnau
LL48 52.932 -4.060 Penrhyndeudraeth
LL49 52.930 -4.133 Porthmadog
LL51 52.970 -4.220 Garndolbenmaen
LL52 52.925 -4.240 Criccieth
LL53 52.890 -4.470 Pwllheli
LL54 53.065 -4.290 Penygroes
LL55 53.135 -4.230 Caernarfon
LL56 53.187 -4.205 Y Felinheli
LL57 53.215 -4.110 Bangor, Gwynedd
LL58 53.275 -4.095 Beaumaris
LL59 53.228 -4.175 Menai Bridge
LL60 53.225 -4.280 Gaerwen
LL61 53.205 -4.245 Llanfairpwll
LL62 53.200 -4.390 Bodorgan
LL63 53.230 -4.470 Ty Croes
LL64 53.229 -4.515 Rhosneigr
LL65 53.300 -4.605 Holyhead
LL66 53.370 -4.400 Rhosgoch
LL67 53.408 -4.455 Cemaes Bay
LL68 53.405 -4.350 Amlwch
LL69 53.386 -4.320 Penysarn
LL70 53.360 -4.295 Dulas
LL71 53.325 -4.385 Llannerch-y-medd
LL72 53.348 -4.245 Moelfre
LL73 53.335 -4.250 Marianglas
LL74 53.318 -4.230 Benllech
LL75 53.283 -4.205 Pentraeth
LL76 53.300 -4.235 Llanbedrgoch
LL77 53.258 -4.315 Llangefni
LL78 53.310 -4.265 Brynteg
LN1 53.252 -0.570 Lincoln
LN2 53.245 -0.515 Lincoln East
LN3 53.245 -0.430 Cherry Willingham
LN4 53.145 -0.360 Branston and Metheringham
LN5 53.170 -0.550 Bracebridge and Waddington
LN6 53.195 -0.590 North Hykeham
LN7 53.490 -0.330 Caistor
LN8 53.375 -0.330 Market Rasen
LN9 53.210 -0.110 Horncastle
LN10 53.153 -0.215 Woodhall Spa
LN11 53.375 0.010 Louth
LN12 53.335 0.250 Mablethorpe
LN13 53.255 0.190 Alford, Lincolnshire
LS1 53.797 -1.549 Leeds city centre
LS2 53.802 -1.546 Leeds University
LS3 53.804 -1.562 Burley, Leeds
LS4 53.809 -1.577 Burley and Kirkstall
LS5 53.816 -1.588 Kirkstall
LS6 53.818 -1.563 Headingley
LS7 53.822 -1.535 Chapel Allerton
LS8 53.825 -1.508 Roundhay and Harehills
LS9 53.802 -1.507 Burmantofts
LS10 53.767 -1.532 Hunslet and Middleton
LS11 53.778 -1.558 Beeston and Holbeck
LS12 53.793 -1.595 Armley and Wortley
LS13 53.812 -1.633 Bramley, Leeds
LS14 53.825 -1.455 Seacroft
LS15 53.803 -1.445 Cross Gates
LS16 53.845 -1.597 Cookridge and Adel
LS17 53.850 -1.525 Moortown and Alwoodley
LS18 53.840 -1.640 Horsforth
LS19 53.862 -1.685 Yeadon and Rawdon
LS20 53.876 -1.715 Guiseley
LS21 53.908 -1.680 Otley
LS22 53.932 -1.390 Wetherby
LS23 53.895 -1.355 Boston Spa
LS24 53.880 -1.245 Tadcaster
LS25 53.790 -1.315 Garforth and Sherburn in Elmet
LS26 53.755 -1.440 Rothwell
LS27 53.744 -1.602 Morley
LS28 53.802 -1.670 Pudsey
LS29 53.920 -1.790 Ilkley
M1 53.478 -2.233 Manchester Piccadilly
M2 53.480 -2.245 Manchester city centre
M3 53.484 -2.252 Deansgate and Salford Central
M4 53.485 -2.229 Ancoats and the Northern Quarter
M5 53.481 -2.280 Ordsall
M6 53.493 -2.295 Pendleton
M7 53.506 -2.262 Broughton and Kersal, Salford
M8 53.510 -2.240 Crumpsall and Cheetham Hill
M9 53.523 -2.212 Blackley and Harpurhey
M11 53.478 -2.178 Clayton and Openshaw
M12 53.466 -2.204 Ardwick
M13 53.461 -2.215 Chorlton-on-Medlock and Longsight
M14 53.448 -2.222 Fallowfield and Rusholme
M15 53.465 -2.250 Hulme
M16 53.455 -2.265 Old Trafford and Whalley Range
M17 53.467 -2.320 Trafford Park
M18 53.461 -2.170 Gorton
M19 53.437 -2.193 Levenshulme and Burnage
M20 53.427 -2.234 Didsbury
M21 53.438 -2.277 Chorlton-cum-Hardy
M22 53.393 -2.258 Wythenshawe and Northenden
M23 53.398 -2.288 Baguley
M24 53.550 -2.198 Middleton
M25 53.530 -2.278 Prestwich
M26 53.560 -2.335 Radcliffe
M27 53.515 -2.335 Swinton
M28 53.522 -2.400 Worsley and Walkden
M29 53.512 -2.465 Tyldesley
M30 53.483 -2.350 Eccles
M31 53.420 -2.422 Partington
M32 53.448 -2.310 Stretford
M33 53.424 -2.325 Sale
M34 53.457 -2.115 Denton and Audenshaw
M35 53.512 -2.158 Failsworth
M38 53.535 -2.415 Little Hulton
M40 53.507 -2.188 Newton Heath and Moston
M41 53.450 -2.365 Urmston
M43 53.481 -2.142 Droylsden
M44 53.440 -2.427 Irlam
M45 53.553 -2.290 Whitefield
M46 53.526 -2.492 Atherton
M50 53.475 -2.295 Salford Quays
M90 53.363 -2.273 Manchester Airport
ML1 55.800 -3.972 Motherwell
ML2 55.773 -3.915 Wishaw
ML3 55.772 -4.045 Hamilton
ML4 55.819 -4.015 Bellshill
ML5 55.860 -4.030 Coatbridge
ML6 55.870 -3.960 Airdrie
ML7 55.828 -3.800 Shotts
ML8 55.735 -3.850 Carluke
ML9 55.732 -3.970 Larkhall
ML10 55.675 -4.070 Strathaven
ML11 55.655 -3.805 Lanark and Lesmahagow
ML12 55.585 -3.570 Biggar
NE1 54.972 -1.612 Newcastle city centre
NE2 54.988 -1.608 Jesmond
NE3 55.010 -1.632 Gosforth
NE4 54.973 -1.640 Fenham and Elswick
NE5 54.993 -1.690 Westerhope
NE6 54.980 -1.568 Heaton and Byker
NE7 55.001 -1.575 High Heaton
NE8 54.953 -1.612 Gateshead
NE9 54.933 -1.585 Low Fell
NE10 54.946 -1.545 Felling
NE11 54.942 -1.645 Dunston and Team Valley
NE12 55.022 -1.563 Killingworth and Forest Hall
NE13 55.045 -1.640 Wideopen
NE15 54.982 -1.715 Lemington and Newburn
NE16 54.937 -1.695 Whickham
NE17 54.918 -1.815 Chopwell
NE18 55.040 -1.880 Stamfordham
NE19 55.150 -2.090 Otterburn
NE20 55.052 -1.750 Ponteland
NE21 54.957 -1.715 Blaydon
NE22 55.133 -1.585 Bedlington
NE23 55.080 -1.585 Cramlington
NE24 55.123 -1.518 Blyth
NE25 55.055 -1.490 Monkseaton and Seaton Delaval
NE26 55.050 -1.455 Whitley Bay
NE27 55.030 -1.510 Shiremoor
NE28 54.995 -1.528 Wallsend
NE29 55.008 -1.470 North Shields
NE30 55.021 -1.438 Tynemouth
NE31 54.972 -1.518 Hebburn
NE32 54.970 -1.488 Jarrow
NE33 54.990 -1.430 South Shields
NE34 54.970 -1.430 Harton, South Shields
NE35 54.947 -1.463 Boldon Colliery
NE36 54.943 -1.440 East Boldon
NE37 54.917 -1.530 Washington
NE38 54.898 -1.527 Washington South
NE39 54.917 -1.750 Rowlands Gill
NE40 54.970 -1.775 Ryton
NE41 54.977 -1.815 Wylam
NE42 54.960 -1.850 Prudhoe
NE43 54.945 -1.930 Stocksfield
NE44 54.945 -1.980 Riding Mill
NE45 54.980 -2.020 Corbridge
NE46 54.970 -2.100 Hexham
NE47 54.940 -2.250 Haydon Bridge and Allendale
NE48 55.120 -2.240 Bellingham
NE49 54.972 -2.460 Haltwhistle
NE61 55.170 -1.690 Morpeth
NE62 55.155 -1.600 Choppington
NE63 55.180 -1.565 Ashington
NE64 55.187 -1.515 Newbiggin-by-the-Sea
NE65 55.310 -1.740 Amble and Rothbury
NE66 55.415 -1.700 Alnwick
NE67 55.545 -1.690 Chathill and Beadnell
NE68 55.580 -1.660 Seahouses
NE69 55.605 -1.740 Bamburgh
NE70 55.595 -1.830 Belford
NE71 55.560 -2.030 Wooler
NG1 52.954 -1.148 Nottingham city centre
NG2 52.937 -1.132 West Bridgford and the Meadows
NG3 52.970 -1.125 Mapperley and St Ann's
NG4 52.973 -1.080 Carlton and Gedling
NG5 52.992 -1.135 Arnold and Sherwood
NG6 52.990 -1.185 Bulwell and Basford
NG7 52.957 -1.175 Lenton and Hyson Green
NG8 52.962 -1.215 Wollaton and Aspley
NG9 52.925 -1.240 Beeston and Stapleford
NG10 52.900 -1.275 Long Eaton
NG11 52.895 -1.165 Clifton and Ruddington
NG12 52.910 -1.045 Radcliffe-on-Trent and Keyworth
NG13 52.955 -0.940 Bingham
NG14 53.015 -1.035 Calverton and Burton Joyce
NG15 53.040 -1.200 Hucknall
NG16 53.030 -1.305 Eastwood and Kimberley
NG17 53.115 -1.265 Sutton-in-Ashfield
NG18 53.142 -1.185 Mansfield
NG19 53.160 -1.205 Mansfield Woodhouse
NG20 53.212 -1.190 Shirebrook and Warsop
NG21 53.145 -1.090 Edwinstowe and Rainworth
NG22 53.190 -0.970 Ollerton
NG23 53.100 -0.790 Collingham and Farndon
NG24 53.075 -0.795 Newark-on-Trent
NG25 53.080 -0.960 Southwell
NG31 52.910 -0.640 Grantham
NG32 52.940 -0.630 Ancaster and Barrowby
NG33 52.800 -0.600 Colsterworth and Corby Glen
NG34 52.975 -0.390 Sleaford
OL1 53.552 -2.105 Oldham
OL2 53.573 -2.112 Royton and Shaw
OL3 53.550 -2.010 Saddleworth
OL4 53.542 -2.070 Lees and Springhead
OL5 53.515 -2.040 Mossley
OL6 53.494 -2.085 Ashton-under-Lyne
OL7 53.492 -2.107 Ashton-under-Lyne West
OL8 53.525 -2.115 Hollins and Hathershaw, Oldham
OL9 53.540 -2.138 Chadderton
OL10 53.593 -2.222 Heywood
OL11 53.605 -2.178 Castleton and Rochdale South
OL12 53.637 -2.168 Rochdale North and Whitworth
OL13 53.698 -2.210 Bacup
OL14 53.717 -2.100 Todmorden
OL15 53.643 -2.097 Littleborough
OL16 53.613 -2.137 Rochdale
PA1 55.846 -4.415 Paisley
PA2 55.832 -4.425 Paisley South
PA3 55.850 -4.455 Linwood and Paisley North
PA4 55.875 -4.395 Renfrew
PA5 55.832 -4.515 Johnstone
PA6 55.863 -4.550 Houston
PA7 55.908 -4.500 Bishopton
PA8 55.905 -4.450 Erskine
PA9 55.810 -4.560 Howwood
PA10 55.836 -4.555 Kilbarchan
PA11 55.857 -4.580 Bridge of Weir
PA12 55.795 -4.630 Lochwinnoch
PA13 55.893 -4.630 Kilmacolm
PA14 55.930 -4.670 Port Glasgow
PA15 55.943 -4.750 Greenock
PA16 55.947 -4.785 Greenock West
PA17 55.868 -4.885 Skelmorlie
PA18 55.883 -4.885 Wemyss Bay
PA19 55.957 -4.815 Gourock
PA20 55.835 -5.060 Rothesay
PA21 55.910 -5.250 Tighnabruaich
PA22 55.960 -5.160 Colintraive
PA23 55.970 -4.930 Dunoon
PA24 56.165 -4.900 Lochgoilhead
PA25 56.225 -5.020 St Catherines
PA26 56.255 -4.950 Cairndow
PA27 56.130 -5.090 Strachur
PA28 55.450 -5.640 Campbeltown
PA29 55.800 -5.500 Tarbert, Argyll
PA30 56.013 -5.450 Ardrishaig
PA31 56.080 -5.480 Lochgilphead
PA32 56.230 -5.100 Inveraray
PA33 56.390 -5.030 Dalmally
PA34 56.390 -5.470 Oban
PA35 56.425 -5.230 Taynuilt
PA36 56.515 -4.770 Bridge of Orchy
PA37 56.480 -5.390 Connel and Benderloch
PA38 56.565 -5.350 Appin
PA41 55.685 -5.745 Isle of Gigha
PA42 55.635 -6.190 Port Ellen
PA43 55.755 -6.280 Bowmore
PA44 55.800 -6.310 Bridgend and Gruinart
PA45 55.820 -6.170 Ballygrant
PA46 55.845 -6.115 Port Askaig
PA47 55.695 -6.490 Portnahaven
PA48 55.740 -6.385 Port Charlotte
PA49 55.775 -6.370 Bruichladdich
PA60 55.870 -5.930 Isle of Jura
PA61 56.070 -6.205 Isle of Colonsay
PA62 56.360 -5.860 Lochbuie
PA63 56.385 -5.740 Croggan
PA64 56.430 -5.690 Lochdon
PA65 56.465 -5.710 Craignure
PA66 56.325 -6.350 Fionnphort
PA67 56.315 -6.235 Bunessan
PA68 56.430 -6.110 Tiroran
PA69 56.385 -6.060 Tavool
PA70 56.330 -6.010 Pennyghael
PA71 56.485 -6.000 Gruline
PA72 56.520 -5.950 Salen
PA73 56.490 -6.130 Ulva Ferry
PA74 56.535 -6.190 Torloisk
PA75 56.605 -6.110 Tobermory
PA76 56.332 -6.395 Isle of Iona
PA77 56.500 -6.880 Isle of Tiree
PA78 56.620 -6.560 Isle of Coll
PA80 56.550 -5.780 Lochaline
PH1 56.405 -3.470 Perth
PH2 56.380 -3.400 Perth South and Scone
PH3 56.297 -3.700 Auchterarder
PH4 56.262 -3.780 Blackford
PH5 56.320 -3.850 Muthill and Braco
PH6 56.375 -3.990 Comrie
PH7 56.373 -3.840 Crieff
PH8 56.565 -3.600 Dunkeld
PH9 56.655 -3.660 Ballinluig
PH10 56.620 -3.360 Blairgowrie
PH11 56.630 -3.230 Alyth
PH12 56.590 -3.160 Meigle
PH13 56.540 -3.280 Coupar Angus
PH14 56.445 -3.180 Inchture
PH15 56.605 -3.920 Aberfeldy
PH16 56.705 -3.800 Pitlochry
PH17 56.690 -4.380 Rannoch
PH18 56.770 -3.850 Blair Atholl
PH19 56.935 -4.240 Dalwhinnie
PH20 57.055 -4.130 Newtonmore
PH21 57.085 -4.035 Kingussie
PH22 57.195 -3.825 Aviemore
PH23 57.285 -3.815 Carrbridge
PH24 57.250 -3.750 Boat of Garten
PH25 57.265 -3.655 Nethy Bridge
PH26 57.335 -3.600 Grantown-on-Spey
PH30 56.775 -4.620 Corrour
PH31 56.890 -4.820 Roy Bridge
PH32 57.145 -4.680 Fort Augustus
PH33 56.825 -5.105 Fort William
PH34 56.900 -4.930 Spean Bridge
PH35 57.075 -4.870 Invergarry
PH36 56.730 -5.800 Acharacle
PH37 56.872 -5.440 Glenfinnan
PH38 56.860 -5.710 Lochailort
PH39 56.910 -5.840 Arisaig
PH40 56.965 -5.820 Morar
PH41 57.005 -5.820 Mallaig
PH42 56.900 -6.140 Isle of Eigg
PH43 57.010 -6.280 Isle of Rum
PH44 57.060 -6.500 Isle of Canna
PH49 56.680 -5.140 Ballachulish and Glencoe
PH50 56.714 -4.965 Kinlochleven
PR1 53.757 -2.710 Preston
PR2 53.782 -2.705 Fulwood and Ashton-on-Ribble
PR3 53.860 -2.715 Garstang and Longridge
PR4 53.762 -2.830 Kirkham and Longton
PR5 53.733 -2.650 Bamber Bridge
PR6 53.665 -2.605 Chorley
PR7 53.648 -2.660 Euxton and Chorley West
PR8 53.625 -3.010 Birkdale and Ainsdale
PR9 53.658 -2.970 Southport
PR25 53.695 -2.690 Leyland
PR26 53.695 -2.725 Leyland West
S1 53.380 -1.470 Sheffield city centre
S2 53.370 -1.450 Manor and Heeley
S3 53.388 -1.475 Kelham Island, Sheffield
S4 53.398 -1.450 Burngreave
S5 53.417 -1.460 Firth Park and Southey
S6 53.406 -1.505 Hillsborough, Sheffield
S7 53.359 -1.485 Nether Edge, Sheffield
S8 53.337 -1.475 Woodseats and Norton
S9 53.394 -1.418 Attercliffe and Darnall
S10 53.378 -1.515 Broomhill and Fulwood
S11 53.362 -1.508 Ecclesall
S12 53.348 -1.418 Gleadless and Hackenthorpe
S13 53.366 -1.385 Handsworth and Woodhouse
S14 53.353 -1.448 Gleadless Valley
S17 53.322 -1.530 Dore and Totley
S18 53.300 -1.475 Dronfield
S20 53.340 -1.350 Mosborough
S21 53.310 -1.345 Eckington and Killamarsh
S25 53.365 -1.215 Dinnington
S26 53.372 -1.288 Aston and Kiveton Park
S32 53.302 -1.655 Hathersage and Eyam
S33 53.345 -1.725 Hope and Bamford
S35 53.462 -1.465 Chapeltown and Ecclesfield
S36 53.500 -1.600 Stocksbridge and Penistone
S40 53.233 -1.437 Chesterfield
S41 53.255 -1.425 Chesterfield North
S42 53.205 -1.425 Wingerworth and Grassmoor
S43 53.267 -1.335 Staveley and Clowne
S44 53.223 -1.310 Bolsover
S45 53.162 -1.415 Clay Cross
S60 53.420 -1.357 Rotherham
S61 53.445 -1.390 Kimberworth
S62 53.465 -1.352 Rawmarsh
S63 53.518 -1.325 Wath-upon-Dearne
S64 53.490 -1.295 Mexborough and Swinton
S65 53.437 -1.320 Rotherham East
S66 53.420 -1.250 Maltby and Wickersley
S70 53.545 -1.475 Barnsley
S71 53.567 -1.455 Barnsley North
S72 53.593 -1.390 Cudworth and Grimethorpe
S73 53.520 -1.400 Wombwell
S74 53.500 -1.440 Hoyland
S75 53.565 -1.522 Darton and Dodworth
S80 53.298 -1.145 Worksop
S81 53.333 -1.115 Worksop North
SK1 53.408 -2.152 Stockport
SK2 53.395 -2.130 Offerton
SK3 53.398 -2.172 Edgeley
SK4 53.420 -2.178 Heaton Moor
SK5 53.436 -2.155 Reddish
SK6 53.405 -2.075 Marple and Romiley
SK7 53.368 -2.140 Bramhall and Hazel Grove
SK8 53.377 -2.212 Cheadle
SK9 53.327 -2.230 Wilmslow
SK10 53.278 -2.130 Macclesfield
SK11 53.250 -2.135 Macclesfield South
SK12 53.355 -2.100 Poynton
SK13 53.448 -1.965 Glossop
SK14 53.452 -2.070 Hyde
SK15 53.482 -2.050 Stalybridge
SK16 53.475 -2.088 Dukinfield
SK17 53.255 -1.870 Buxton
SK22 53.378 -1.990 New Mills
SK23 53.328 -1.955 Whaley Bridge
SR1 54.905 -1.378 Sunderland city centre
SR2 54.888 -1.375 Ashbrooke and Grangetown
SR3 54.874 -1.415 Silksworth
SR4 54.903 -1.422 Pallion and Pennywell
SR5 54.924 -1.420 Southwick and Castletown
SR6 54.933 -1.375 Roker and Fulwell
SR7 54.837 -1.345 Seaham
SR8 54.757 -1.335 Peterlee
ST1 53.027 -2.172 Hanley
ST2 53.021 -2.140 Bucknall and Bentilee
ST3 52.985 -2.120 Longton
ST4 52.995 -2.183 Stoke and Trentham
ST5 53.017 -2.232 Newcastle-under-Lyme
ST6 53.053 -2.195 Burslem and Tunstall
ST7 53.085 -2.265 Kidsgrove and Alsager
ST8 53.120 -2.165 Biddulph
ST9 53.055 -2.095 Endon and Werrington
ST10 52.995 -1.960 Cheadle, Staffordshire
ST11 52.968 -2.070 Blythe Bridge
ST12 52.942 -2.170 Barlaston
ST13 53.105 -2.010 Leek
ST14 52.900 -1.870 Uttoxeter
ST15 52.900 -2.150 Stone
ST16 52.815 -2.115 Stafford
ST17 52.793 -2.105 Stafford South
ST18 52.815 -2.100 Great Haywood and Weston
ST19 52.715 -2.145 Penkridge
ST20 52.795 -2.270 Gnosall
ST21 52.865 -2.260 Eccleshall
SY1 52.718 -2.747 Shrewsbury
SY2 52.707 -2.725 Monkmoor, Shrewsbury
SY3 52.697 -2.770 Meole Brace, Shrewsbury
SY4 52.800 -2.740 Wem and Shawbury
SY5 52.645 -2.830 Pontesbury
SY6 52.540 -2.780 Church Stretton
SY7 52.425 -2.880 Craven Arms
SY8 52.365 -2.690 Ludlow
SY9 52.505 -2.990 Bishop's Castle
SY10 52.840 -3.090 Oswestry and St Martin's
SY11 52.867 -3.035 Oswestry
SY12 52.910 -2.890 Ellesmere
SY13 52.955 -2.680 Whitchurch, Shropshire
SY14 53.035 -2.770 Malpas
SY15 52.565 -3.140 Montgomery
SY16 52.515 -3.315 Newtown, Powys
SY17 52.525 -3.460 Caersws
SY18 52.450 -3.540 Llanidloes
SY19 52.605 -3.630 Llanbrynmair
SY20 52.605 -3.830 Machynlleth
SY21 52.665 -3.180 Welshpool
SY22 52.755 -3.200 Llanfyllin
SY23 52.400 -4.050 Aberystwyth
SY24 52.485 -4.035 Borth and Tal-y-bont
SY25 52.260 -3.920 Tregaron
TD1 55.630 -2.830 Galashiels
TD2 55.725 -2.740 Lauder
TD3 55.685 -2.560 Gordon
TD4 55.640 -2.670 Earlston
TD5 55.590 -2.420 Kelso
TD6 55.590 -2.710 Melrose
TD7 55.545 -2.860 Selkirk
TD8 55.480 -2.545 Jedburgh
TD9 55.405 -2.780 Hawick
TD10 55.710 -2.450 Greenlaw
TD11 55.785 -2.320 Duns
TD12 55.645 -2.230 Coldstream
TD13 55.930 -2.370 Cockburnspath
TD14 55.870 -2.115 Eyemouth
TD15 55.765 -2.010 Berwick-upon-Tweed
TF1 52.708 -2.500 Wellington, Telford
TF2 52.705 -2.440 Donnington and Oakengates
TF3 52.672 -2.440 Telford
TF4 52.660 -2.470 Dawley, Telford
TF5 52.722 -2.530 Admaston
TF6 52.725 -2.580 High Ercall
TF7 52.640 -2.445 Madeley, Telford
TF8 52.628 -2.480 Ironbridge
TF9 52.890 -2.470 Market Drayton
TF10 52.767 -2.385 Newport, Shropshire
TF11 52.665 -2.365 Shifnal
TF12 52.610 -2.490 Broseley
TF13 52.590 -2.560 Much Wenlock
TS1 54.573 -1.238 Middlesbrough
TS2 54.585 -1.248 Port Clarence and Middlehaven
TS3 54.568 -1.205 Berwick Hills
TS4 54.557 -1.230 Grove Hill, Middlesbrough
TS5 54.549 -1.252 Linthorpe and Acklam
TS6 54.570 -1.155 Eston and South Bank
TS7 54.537 -1.188 Marton and Nunthorpe
TS8 54.522 -1.225 Hemlington and Coulby Newham
TS9 54.475 -1.170 Stokesley and Great Ayton
TS10 54.610 -1.068 Redcar
TS11 54.585 -1.020 Marske-by-the-Sea
TS12 54.568 -0.960 Saltburn-by-the-Sea
TS13 54.555 -0.850 Loftus
TS14 54.532 -1.050 Guisborough
TS15 54.493 -1.335 Yarm
TS16 54.525 -1.355 Eaglescliffe
TS17 54.537 -1.302 Thornaby and Ingleby Barwick
TS18 54.562 -1.322 Stockton-on-Tees
TS19 54.573 -1.345 Fairfield, Stockton
TS20 54.588 -1.315 Norton, Stockton
TS21 54.635 -1.430 Sedgefield
TS22 54.622 -1.305 Wynyard and Wolviston
TS23 54.605 -1.283 Billingham
TS24 54.693 -1.208 Hartlepool
TS25 54.668 -1.212 Seaton Carew, Hartlepool
TS26 54.690 -1.235 Hartlepool West
TS27 54.740 -1.285 Blackhall
TS28 54.730 -1.380 Wingate
TS29 54.710 -1.420 Trimdon
WA1 53.393 -2.575 Warrington
WA2 53.408 -2.588 Orford and Fearnhead
WA3 53.450 -2.530 Birchwood and Culcheth
WA4 53.366 -2.570 Stockton Heath and Appleton
WA5 53.400 -2.640 Great Sankey and Penketh
WA6 53.283 -2.725 Frodsham
WA7 53.330 -2.700 Runcorn
WA8 53.372 -2.738 Widnes
WA9 53.437 -2.715 St Helens South
WA10 53.453 -2.750 St Helens
WA11 53.475 -2.725 Haydock and Rainford
WA12 53.455 -2.630 Newton-le-Willows
WA13 53.382 -2.475 Lymm
WA14 53.387 -2.357 Altrincham
WA15 53.385 -2.325 Hale and Timperley
WA16 53.298 -2.370 Knutsford
WF1 53.688 -1.488 Wakefield
WF2 53.670 -1.515 Sandal and Lupset
WF3 53.722 -1.515 East Ardsley and Lofthouse
WF4 53.643 -1.505 Horbury and Crofton
WF5 53.680 -1.580 Ossett
WF6 53.702 -1.415 Normanton
WF7 53.673 -1.355 Featherstone
WF8 53.685 -1.305 Pontefract
WF9 53.603 -1.320 Hemsworth and South Elmsall
WF10 53.725 -1.345 Castleford
WF11 53.708 -1.250 Knottingley
WF12 53.678 -1.622 Dewsbury
WF13 53.692 -1.643 Dewsbury West
WF14 53.680 -1.695 Mirfield
WF15 53.706 -1.702 Liversedge
WF16 53.707 -1.675 Heckmondwike
WF17 53.718 -1.637 Batley
WN1 53.555 -2.622 Wigan
WN2 53.530 -2.580 Hindley and Aspull
WN3 53.527 -2.640 Winstanley and Ince
WN4 53.490 -2.640 Ashton-in-Makerfield
WN5 53.535 -2.685 Orrell and Pemberton
WN6 53.575 -2.675 Standish and Shevington
WN7 53.497 -2.515 Leigh
WN8 53.552 -2.770 Skelmersdale
WS1 52.580 -1.975 Walsall
WS2 52.588 -2.005 Bentley and Birchills
WS3 52.618 -1.985 Bloxwich
WS4 52.605 -1.957 Rushall
WS5 52.563 -1.960 Walsall South
WS6 52.662 -2.020 Cheslyn Hay
WS7 52.680 -1.920 Burntwood
WS8 52.648 -1.935 Brownhills
WS9 52.608 -1.915 Aldridge
WS10 52.556 -2.022 Wednesbury
WS11 52.690 -2.020 Cannock
WS12 52.710 -2.000 Hednesford
WS13 52.688 -1.825 Lichfield
WS14 52.660 -1.825 Lichfield South and Shenstone
WS15 52.760 -1.930 Rugeley
WV1 52.586 -2.112 Wolverhampton
WV2 52.573 -2.122 Blakenhall
WV3 52.580 -2.160 Merridale and Compton
WV4 52.557 -2.142 Penn
WV5 52.533 -2.198 Wombourne
WV6 52.600 -2.178 Tettenhall
WV7 52.635 -2.280 Albrighton
WV8 52.627 -2.190 Codsall
WV9 52.635 -2.138 Pendeford and Coven
WV10 52.613 -2.108 Bushbury and Low Hill
WV11 52.605 -2.072 Wednesfield
WV12 52.600 -2.042 New Invention, Willenhall
WV13 52.584 -2.055 Willenhall
WV14 52.560 -2.075 Bilston
WV15 52.525 -2.375 Bridgnorth East
WV16 52.530 -2.450 Bridgnorth
YO1 53.959 -1.080 York city centre
YO7 54.225 -1.360 Thirsk
YO8 53.788 -1.050 Selby
YO10 53.950 -1.057 Fulford and Heslington
YO11 54.265 -0.400 Scarborough
YO12 54.275 -0.425 Scarborough West
YO13 54.285 -0.500 Scalby and East Ayton
YO14 54.205 -0.295 Filey
YO15 54.085 -0.185 Bridlington
YO16 54.093 -0.210 Bridlington West
YO17 54.140 -0.750 Malton
YO18 54.245 -0.775 Pickering
YO19 53.915 -1.000 Dunnington and Riccall
YO21 54.475 -0.690 Whitby
YO22 54.465 -0.610 Whitby East and Robin Hood's Bay
YO23 53.933 -1.120 Bishopthorpe and Copmanthorpe
YO24 53.946 -1.115 Acomb and Dringhouses
YO25 54.005 -0.420 Driffield
YO26 53.970 -1.150 Acomb and Poppleton
YO30 53.985 -1.115 Clifton and Rawcliffe
YO31 53.973 -1.068 Heworth
YO32 54.010 -1.058 Haxby and Strensall
YO41 53.955 -0.880 Stamford Bridge
YO42 53.915 -0.770 Pocklington
YO43 53.850 -0.680 Market Weighton
YO51 54.090 -1.380 Boroughbridge
YO60 54.080 -0.970 Sheriff Hutton
YO61 54.115 -1.190 Easingwold
YO62 54.245 -1.000 Helmsley and Kirkbymoorside
ZE1 60.155 -1.145 Lerwick
ZE2 60.310 -1.250 Shetland Islands
ZE3 59.900 -1.300 Sumburgh
`
