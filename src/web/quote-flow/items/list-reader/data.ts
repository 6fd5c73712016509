// The words of people's lists: what the things of the catalogue are called besides, and what words say nothing about which thing it is.

/**
 * Names by the ids that they may mean, likeliest first; more than one id makes a guess of it. Measures are written "3seater", "4drawer",
 * "2door", "5tier". Which order the words come in matters only if two names have the same words.
 */
export const NAMES: readonly [ids: readonly number[], names: string][] = [
  [[101, 102, 103, 104, 105], 'sofa|leather chesterfield|chesterfield|ektorp|klippan|kivik|sofa set'],
  [
    [101],
    '2seater|2seater sofa|small sofa|loveseat|love seat|snuggler|cuddle chair|snuggle chair|2man sofa|2person sofa',
  ],
  [[102], '3seater|3seater sofa|large sofa|big sofa|3man sofa|3person sofa|2.5seater|2.5seater sofa'],
  [[103], '4seater sofa|4person sofa'],
  [
    [104],
    'corner|corner sofa|corner unit sofa|l shape sofa|lshape sofa|chaise sofa|chaise end sofa|modular sofa|corner group|5seater sofa|6seater sofa|7seater sofa|corner sofa bed|sofa chaise|u shape sofa',
  ],
  [[105], 'sofa bed|double sofa bed|sofabed|bed sofa|fold out sofa|pull out sofa|click clack sofa|sofa futon'],
  [[106], 'futon|futon sofa bed|futon bed'],
  [[107], 'chaise longue|chaise lounge|chaise|day bed|daybed'],
  [
    [108],
    'armchair|arm chair|comfy chair|poang|poang chair|wingback chair|wingback|wing back chair|tub chair|accent chair|bucket chair|sofa chair|single sofa|1seater|1seater sofa|fireside chair|rocking chair|nursing chair|cocktail chair|lounge chair|swivel armchair|strandmon|living room chair|reading chair|lounger chair|chesterfield chair|feeding chair',
  ],
  [
    [109],
    'recliner|recliner chair|recliner armchair|electric recliner|riser recliner|rise recline chair|rise recliner|lazy boy|lazyboy|la z boy|lazy boy recliner|lazyboy chair|reclining chair|stressless|massage chair|riser chair',
  ],
  [[110], 'footstool|foot stool|pouffe|pouf|poof|poufee|puffe|pouffee|small ottoman|leather pouffe'],
  [[111], 'bean bag|beanbag|bean bag chair'],
  [[112], 'coffee table|lack coffee table'],
  [
    [113],
    'side table|lack table|lack side table|small side table|end table|lamp table|occasional table|telephone table|phone table|plant stand|plant table|corner table|sofa table|small table',
  ],
  [[114], 'nest table|nest tables|nesting table|nest of table|nest'],
  [
    [115, 116],
    'bookcase|bookshelf|book shelf|book shelving|book unit|shelf|shelf unit|shelving|shelving unit|shelf|ladder shelf|bookcase shelf|display unit|display shelf',
  ],
  [
    [115],
    'tall bookcase|tall bookshelf|large bookcase|big bookcase|billy|billy bookcase|billy shelf|5shelf bookcase|5tier bookcase|6tier bookcase|6shelf bookcase|wide bookcase|full height bookcase|tall shelf unit|tall shelf|tall shelving unit|tall unit',
  ],
  [
    [116],
    'low bookcase|small bookcase|small bookshelf|low bookshelf|2shelf bookcase|2tier bookcase|3tier bookcase|3shelf bookcase|half height bookcase|short bookcase|low shelf',
  ],
  [
    [117],
    'kallax|kallax 4by4|kallax unit|expedit|expedit unit|cube shelf|cube unit|cube shelving unit|cube storage unit|cube storage|kallax shelf|16cube shelf|kallax bookcase|4by4 cube|kallax shelving unit|cube bookcase',
  ],
  [
    [118],
    'display cabinet|glass cabinet|glass display cabinet|display case|curio cabinet|detolf|trophy cabinet|glass display unit|vitrine|glass fronted cabinet',
  ],
  [[119], 'sideboard|side board|sidebord|buffet|credenza|media sideboard'],
  [[119, 518], 'cupboard'],
  [[119, 118, 1001, 923], 'cabinet'],
  [[120, 121], 'tv|smart tv|flatscreen tv|flat screen|flatscreen|flat screen tv|samsung tv|led tv|oled tv|lcd tv'],
  [[120], 'small tv|kitchen tv|bedroom tv|tv up to 55inch|medium tv'],
  [[121], 'large tv|big tv|huge tv|large screen tv|big screen tv'],
  [
    [122],
    'tv stand|tv unit|tv cabinet|tv table|tv bench|media unit|entertainment unit|besta|besta unit|tv console|entertainment centre|tv cupboard|media cabinet|stand for tv|entertainment center|corner tv unit|tv cab',
  ],
  [
    [123],
    'floor lamp|standard lamp|standing lamp|tall lamp|uplighter|floor light|arc lamp|big lamp|large lamp|reading lamp',
  ],
  [[123, 930], 'lamp'],
  [[124], 'rug|carpet rug|mat|persian rug|runner rug|hall runner|floor rug'],
  [[615, 124], 'carpet'],
  [[615], 'carpet roll|roll carpet'],
  [
    [125],
    'large mirror|long mirror|full length mirror|wall mirror|big mirror|floor mirror|standing mirror|cheval mirror|overmantle mirror|mantel mirror|free standing mirror|freestanding mirror|tall mirror|mirror large|overmantel mirror|leaner mirror|ornate mirror',
  ],
  [[125, 1005, 524], 'mirror'],
  [
    [126],
    'picture|painting|framed picture|print|framed print|wall art|canvas|artwork|framed art|oil painting|poster frame|picture frame|framed photo|art|framed poster|watercolour|large picture|picture painting|photo frame',
  ],
  [[127], 'grandfather clock|longcase clock|grandmother clock'],
  [
    [128],
    'games console|console|xbox|xbox one|xbox series x|xbox series|ps 4|ps 5|ps4|ps5|playstation|playstation 5|playstation 4|nintendo switch|nintendo|switch console|stereo|hi fi|hifi|speaker|sound system|record player|turntable|soundbar|sound bar|sonos|music system|wii|sonos speaker|stereo system|surround sound|amp and speakers|playstation console|xbox console|hifi system|sonos soundbar|game console',
  ],
  [
    [201, 202, 204, 205, 514],
    'dining table|table|dining room table|dinner table|diner table|dining set|dining suite|wooden table|oak table|pine table|dining room set',
  ],
  [
    [201],
    '4seater table|4seater dining table|small dining table|2seater dining table|small dining room table|square dining table|square table|4seater dining set|2seater table',
  ],
  [
    [202],
    '6seater table|6seater dining table|large dining table|big dining table|refectory table|farmhouse table|large table|5seater dining table|6seater dining set|6seater',
  ],
  [
    [203],
    '8seater table|8seater dining table|8seater|10seater dining table|10seater table|12seater dining table|very large dining table',
  ],
  [
    [204],
    'round table|small round table|round dining table|circular table|circular dining table|pedestal table|round kitchen table|oval table|oval dining table',
  ],
  [
    [205],
    'extending table|extending dining table|extendable table|extendable dining table|extension table|drop leaf table|gateleg table|gate leg table|dropleaf table|extension dining table|folding dining table|fold out dining table|expandable table',
  ],
  [[206], 'glass table|glass dining table|glass top dining table|glass topped dining table'],
  [
    [207],
    'chair|dining chair|dining room chair|dinner chair|wooden chair|dining table chair|table chair|diner chair|spindle chair',
  ],
  [[208], 'upholstered dining chair|upholstered chair|padded dining chair|velvet dining chair'],
  [[209], 'carver chair|carver|carver dining chair'],
  [[210], 'dining bench|bench|dining table bench|kitchen bench'],
  [[211], 'high chair|highchair|baby high chair|baby chair'],
  [
    [212],
    'bar stool|barstool|breakfast stool|breakfast bar stool|kitchen stool|stool|bar chair|breakfast bar chair|counter stool',
  ],
  [[213], 'welsh dresser|kitchen dresser|dresser unit|dresser with hutch|farmhouse dresser'],
  [[921, 213, 924], 'dresser'],
  [[214], 'china cabinet|crockery cabinet|crockery cupboard|china cupboard'],
  [[215], 'drinks cabinet|drink cabinet|cocktail cabinet|home bar|drinks bar|drinks unit'],
  [[216], 'serving trolley|tea trolley|hostess trolley|drinks trolley|bar cart|drinks cart|bar trolley'],
  [[217], 'wine rack|bottle rack'],
  [[218], 'chandelier'],
  [
    [301],
    'bicycle|bike|push bike|pushbike|cycle|mountain bike|road bike|adult bike|racing bike|brompton|folding bike|bmx|bmx bike|hybrid bike|racer|mens bike|ladies bike|gravel bike|tandem',
  ],
  [[302], 'electric bicycle|electric bike|ebike|e bike|electric mountain bike'],
  [
    [303],
    'childs bike|kid bike|kids bike|child bike|children bike|childrens bike|small bike|balance bike|trike|kid bicycle|child bicycle|children bicycle|kid trike|son bike|daughter bike',
  ],
  [
    [304],
    'exercise bike|spin bike|peloton|peloton bike|static bike|stationary bike|indoor bike|turbo bike|gym bike|spinning bike',
  ],
  [[305], 'treadmill|running machine|walking machine|folding treadmill'],
  [[306], 'rowing machine|rower|concept 2 rower|water rower|concept 2'],
  [[307], 'cross trainer|elliptical|elliptical trainer|xtrainer|x trainer'],
  [[308], 'weight bench|weights bench|gym bench|bench press|workout bench|weight lifting bench'],
  [
    [309],
    'weight|set of weight|dumbbell|dumbell|barbell|kettlebell|free weight|weight set|gym weight|dumbbell set|box of weights',
  ],
  [[310], 'table tennis table|ping pong table|pingpong table|table tennis'],
  [[311], 'pool table|snooker table|billiard table|pool snooker table'],
  [[312], 'football table|table football|foosball table|foosball'],
  [[313], 'guitar|acoustic guitar|electric guitar|bass guitar|guitar case|bass|ukulele'],
  [[314], 'guitar amp|guitar amplifier|amp|amplifier|bass amp'],
  [
    [315],
    'music keyboard|piano keyboard|yamaha keyboard|electric keyboard|synth|synthesiser|synthesizer|keyboard with stand|musical keyboard|keyboard stand|casio keyboard',
  ],
  [[315], 'keyboard'],
  [[316], 'digital piano|electric piano|electronic piano|yamaha digital piano|clavinova|stage piano'],
  [[317], 'upright piano|piano|old piano|pianola'],
  [[318], 'drum kit|drum|drum set|drumkit|electric drum kit'],
  [[319], 'cello'],
  [[320], 'golf club|golf bag|golf set|set of golf club|golf club bag'],
  [[321], 'skis|ski|snowboard|pair of ski|ski snowboard|set of ski'],
  [[322], 'surfboard|surf board|bodyboard|body board'],
  [[323], 'paddleboard|paddle board|sup|sup board|stand up paddle board|inflatable paddle board'],
  [[324], 'kayak|canoe'],
  [
    [325],
    'tent|camping gear|camping kit|camping stuff|camping equipment|tent and camping gear|6person tent|family tent|camping bag',
  ],
  [[326], 'easel|artist easel|art easel'],
  [[327], 'sewing machine|singer sewing machine|overlocker'],
  [[328], 'fish tank|aquarium|fishtank|tropical fish tank|small fish tank|large fish tank'],
  [[402, 401, 403], 'desk|office desk|study desk|linnmon desk|work desk|home office desk'],
  [
    [401],
    'small desk|kid desk|child desk|micke|micke desk|childrens desk|little desk|school desk|childs desk|childrens table and chair',
  ],
  [
    [402],
    'computer desk|writing desk|desk standard|work station|workstation|large desk|big desk|gaming desk|bureau desk|writing bureau|pedestal desk|wooden desk|executive desk|pc desk|desktop table|computer table|alex desk',
  ],
  [[403], 'corner desk|l shape desk|lshape desk|l shaped desk|lshaped desk|corner computer desk'],
  [
    [404],
    'standing desk|sit stand desk|stand up desk|electric desk|electric standing desk|height adjustable desk|adjustable desk|sit standing desk|bekant desk',
  ],
  [
    [405],
    'office chair|desk chair|swivel chair|computer chair|gaming chair|study chair|herman miller chair|aeron chair|aeron|herman miller|markus chair|executive chair|ergonomic chair|leather office chair|wheely chair|swivel office chair',
  ],
  [
    [406],
    'stacking chair|visitor chair|meeting chair|meeting room chair|conference chair|stackable chair|waiting room chair|plastic chair',
  ],
  [[408, 407], 'filing cabinet|filing drawer|metal filing cabinet|file cabinet'],
  [[407], '2drawer filing cabinet|small filing cabinet|3drawer filing cabinet|low filing cabinet'],
  [[408], '4drawer filing cabinet|tall filing cabinet|large filing cabinet|5drawer filing cabinet'],
  [
    [409],
    'pedestal|desk drawer|under desk drawer|pedestal drawer|desk pedestal|office drawer|alex drawer|drawer pedestal|underdesk drawer',
  ],
  [
    [410],
    'stationery cupboard|metal cupboard|office cupboard|storage cupboard|locker|metal cabinet|metal storage cupboard|metal storage cabinet|stationery cabinet|office cabinet|office storage cupboard|storage cabinet',
  ],
  [
    [411],
    'metal shelf|metal shelving|metal shelving unit|office shelving|racking|metal racking|metal rack|garage racking|garage shelving|garage shelf',
  ],
  [[412], 'meeting table|meeting room table|small meeting table|conference table'],
  [[413], 'boardroom table|large meeting table|large conference table'],
  [
    [414],
    'computer|pc|desktop|desktop pc|gaming pc|tower pc|imac|mac|desktop computer|pc tower|computer tower|home computer|gaming computer|mac mini|pc set up',
  ],
  [
    [415],
    'monitor|computer screen|computer monitor|pc monitor|screen|pc screen|display screen|monitor screen|computer display',
  ],
  [[416], 'printer|laser printer|inkjet printer|desktop printer|printer scanner|scanner printer|home printer|scanner'],
  [[417], 'photocopier|copier|large printer|office printer|floor standing printer'],
  [[418], 'whiteboard|white board'],
  [[419], 'noticeboard|notice board|pinboard|pin board|corkboard|cork board'],
  [[420], 'safe|small safe|home safe'],
  [[421], 'desk screen|desk divider'],
  [[422], 'coat stand|hat stand|coatstand|hat and coat stand|coat tree|coat and hat stand'],
  [[423], 'water cooler|water dispenser'],
  [[424], 'shredder|paper shredder'],
  [[502, 501, 503], 'fridge|refrigerator'],
  [
    [502],
    'fridge freezer|fridge freezer combo|tall fridge|tall fridge freezer|upright fridge freezer|50 50 fridge freezer|fridge freezer large|f freezer|ff|f f|full size fridge|large fridge|big fridge|freezer fridge|combi fridge freezer|freestanding fridge freezer|small fridge freezer|smeg|retro fridge|fridge and freezer combined|full height fridge',
  ],
  [
    [501],
    'small fridge|mini fridge|under counter fridge|undercounter fridge|larder fridge|wine fridge|beer fridge|drinks fridge|table top fridge|bar fridge|minifridge|tabletop fridge|wine cooler|underworktop fridge|under worktop fridge|integrated fridge',
  ],
  [
    [503],
    'american fridge|american fridge freezer|american style fridge freezer|american style fridge|double door fridge|double fridge freezer|side by side fridge freezer|double fridge|2door fridge freezer|2door fridge|us style fridge freezer|usa style fridge freezer|french door fridge|double door fridge freezer|side by side fridge',
  ],
  [
    [504],
    'small freezer|under counter freezer|undercounter freezer|mini freezer|table top freezer|tabletop freezer|under worktop freezer|3drawer freezer',
  ],
  [[505, 504], 'freezer'],
  [
    [505],
    'chest freezer|tall freezer|upright freezer|large freezer|big freezer|full height freezer|small chest freezer',
  ],
  [
    [506],
    'washing machine|washer|w machine|washing mach|wash machine|clothes washer|washing mc|wm|w m|automatic washing machine|laundry machine|front loader',
  ],
  [
    [507],
    'washer dryer|washer drier|washing machine dryer|washer and dryer combined|combined washer dryer|washing machine drier|washer tumble dryer|washing machine and dryer combined',
  ],
  [
    [508],
    'tumble dryer|dryer|drier|tumble drier|t dryer|clothes dryer|tumbledryer|tumbler dryer|tumbler|condenser dryer|heat pump dryer|tumble|tumbledrier|vented dryer',
  ],
  [[509], 'dishwasher|dish washer|full size dishwasher|integrated dishwasher'],
  [
    [510],
    'slimline dishwasher|slim dishwasher|small dishwasher|table top dishwasher|narrow dishwasher|tabletop dishwasher',
  ],
  [
    [511],
    'cooker|oven|gas cooker|electric cooker|stove|gas oven|electric oven|hob|free standing cooker|freestanding cooker|double oven|cooker hob|slot in cooker|oven and hob|oven hob|double cooker|4ring cooker',
  ],
  [[512], 'range cooker|range|aga|rangemaster|rangemaster cooker|aga cooker|range oven|rayburn'],
  [[513], 'microwave|micro wave|microwave oven|mircowave'],
  [[514], 'kitchen table|breakfast table|bistro table indoor|small kitchen table|breakfast bar table'],
  [[515], 'kitchen chair|breakfast chair|kitchen table chair'],
  [[516], 'kitchen island|island unit|freestanding island|butchers block|butcher block|kitchen island unit'],
  [[517], 'kitchen trolley|veg trolley|vegetable trolley|kitchen cart|raskog|storage trolley|raskog trolley|trolley'],
  [
    [518],
    'larder cupboard|larder unit|larder|pantry cupboard|kitchen cupboard|kitchen cabinet|kitchen unit|food cupboard|larder freestanding|pantry unit|freestanding larder',
  ],
  [
    [519],
    'kitchen bin|bin|pedal bin|dustbin|swing bin|brabantia|brabantia bin|rubbish bin|waste bin|recycling bin|trash can|compost bin',
  ],
  [
    [520],
    'console table|hall table|hallway table|hall console|hall console table|hallway console table|entrance table|foyer table',
  ],
  [
    [521],
    'shoe rack|shoe cabinet|shoe storage|shoe cupboard|shoe shelf|shoe unit|shoerack|shoe stand|shoe storage unit',
  ],
  [[522], 'coat rack|coat hook|coatrack|coat hanger stand|coats rack|coat rail'],
  [[523], 'hall bench|hallway bench|shoe bench|storage bench|hall seat|hall settle|bed end bench|monks bench|settle'],
  [[524], 'hall mirror|hallway mirror'],
  [[525], 'pram|buggy|pushchair|stroller|push chair|silver cross|bugaboo|double buggy|travel system|double pushchair'],
  [
    [526],
    'vacuum cleaner|hoover|vacuum|dyson|henry|henry hoover|vac|vax|carpet cleaner|dyson vacuum|dyson hoover|shark vacuum|shark hoover|hoover vacuum|cordless vacuum|cordless hoover|carpet washer|robot vacuum|vacum|vacumn|vaccum|vaccuum|upright vacuum',
  ],
  [[527], 'ironing board|iron board|iron and ironing board|ironing board and iron'],
  [
    [601],
    'plastic shelf|plastic shelving unit|storage shelf|5tier shelving unit|4tier shelving unit|storage shelving unit|storage shelving|5tier shelf|4tier shelf|plastic shelving|storage unit|3tier shelf|storage rack|5tier shelving',
  ],
  [[602], 'heavy duty shelving unit|heavy duty shelf|heavy duty shelving|heavy duty racking'],
  [[603], 'storage chest|chest|wooden chest|pine chest|cedar chest|large storage chest'],
  [[604], 'trunk|steamer trunk|storage trunk|old trunk|wooden trunk|metal trunk'],
  [
    [605],
    'step ladder|stepladder|steps|small ladder|step ladders|kitchen step|set of step ladder|set of steps|folding step|step|2step ladder|3step ladder|4step ladder|5step ladder',
  ],
  [
    [606],
    'clothes airer|clothes horse|airer|drying rack|clothes dryer rack|clothes drying rack|clothes drier rack|heated airer|washing airer|clothe rack dryer|laundry airer|clotheshorse|drying airer|maiden',
  ],
  [[607], 'dehumidifier|humidifier|air purifier'],
  [
    [608],
    'heater|electric heater|oil heater|portable heater|fan heater|oil filled radiator|electric radiator|halogen heater|oil radiator|convector heater|gas heater|portable radiator|calor gas heater',
  ],
  [[609], 'fan|electric fan|desk fan|floor fan|tower fan|pedestal fan|standing fan|dyson fan'],
  [
    [610],
    'christmas tree|xmas tree|artificial christmas tree|artificial xmas tree|christmas tree in box|boxed christmas tree',
  ],
  [[611], 'case of wine|wine case|crate of wine|box of wine|wine bottle|wine box|wine'],
  [
    [612],
    'folding table|pasting table|trestle table|fold up table|foldable table|foldup table|camping table|wallpaper table|decorating table|craft table|card table',
  ],
  [[613], 'folding chair|fold up chair|foldable chair|camping chair|foldup chair|directors chair'],
  [
    [614],
    'camp bed|z bed|folding bed|fold up bed|guest bed folded|zbed|foldaway bed|fold away bed|foldable bed|put up bed|airbed|air bed|guest bed|inflatable bed|blow up bed|camping bed|inflatable mattress|put u up',
  ],
  [
    [616],
    'tin paint|paint tin|paint|toolkit|tin of paint|paint and tool|decorating tool|pot of paint|decorating gear|diy tool|tool|decorating stuff|paint pot|tools and paint|paint and decorating stuff|power tool|hand tool|diy stuff|box of tools|crate of tools',
  ],
  [[617], 'archive shelving'],
  [[618], 'door|internal door|interior door'],
  [
    [701],
    'garden table|patio table|picnic table|outdoor table|outside table|garden patio table|patio dining table|outdoor dining table|garden dining table|rectangular garden table|picnic bench',
  ],
  [
    [702],
    'bistro table|small garden table|round garden table|small patio table|small round garden table|round patio table|cafe table',
  ],
  [
    [703],
    'garden chair|patio chair|outdoor chair|bistro chair|plastic garden chair|outside chair|metal garden chair|folding garden chair|garden dining chair|outdoor dining chair',
  ],
  [[704], 'garden bench|patio bench|park bench|outdoor bench|wooden bench|outside bench'],
  [
    [705],
    'garden sofa|rattan sofa|outdoor sofa|patio sofa|rattan corner sofa|garden corner sofa|outdoor corner sofa|rattan set|rattan furniture|rattan furniture set|rattan garden furniture|rattan garden set|garden sofa set|rattan corner set|rattan sofa set|outdoor sofa set|rattan suite',
  ],
  [
    [706],
    'sun lounger|sunbed|sun bed|sunlounger|deckchair|deck chair|lounger|garden lounger|sun bed garden|sun chair|steamer chair',
  ],
  [
    [707],
    'parasol|umbrella|garden umbrella|garden parasol|sun umbrella|sunshade|sun shade|cantilever parasol|patio umbrella|sun parasol',
  ],
  [[708], 'parasol base|umbrella base|parasol stand|parasol weight|umbrella stand garden'],
  [[709, 710], 'barbecue|bbq|barbeque|barbie|bar b q|grill|barby|b b q'],
  [
    [709],
    'kettle barbecue|kettle bbq|charcoal bbq|weber bbq|weber|charcoal barbecue|kettle barbeque|charcoal barbeque|big green egg|small bbq|weber barbecue|coal bbq|weber kettle',
  ],
  [
    [710],
    'gas bbq|gas barbecue|gas barbeque|gas grill|large bbq|big bbq|4burner bbq|3burner bbq|4burner gas bbq|3burner gas bbq',
  ],
  [
    [711],
    'lawnmower|lawn mower|mower|flymo|grass mower|grass cutter|hover mower|petrol mower|petrol lawnmower|electric mower|electric lawnmower|flymo mower|lawnmower electric|flymo lawnmower',
  ],
  [[712], 'wheelbarrow|wheel barrow|barrow'],
  [
    [713],
    'garden tool|spade|rake|strimmer|shovel|gardening tool|fork and spade|hedge trimmer|garden fork|bundle of garden tool|leaf blower|spade and fork|gardening equipment|garden equipment|garden tools bundle|grass strimmer|hoe|garden spade|fork|gardening stuff|gardening tool bundle|garden rake',
  ],
  [[714], 'hose|hosepipe|hose pipe|garden hose|hose reel|hozelock|hosepipe reel|garden hose reel'],
  [
    [715, 716],
    'plant pot|planter|plant|pot plant|potted plant|house plant|houseplant|flower pot|flowerpot|plantpot|garden pot|garden plant|pot|patio pot|indoor plant|plant in pot|terracotta pot|yucca|cheese plant|monstera',
  ],
  [
    [715],
    'large plant pot|large plant|big plant pot|large pot|big plant|large pot plant|tall plant|large planter|big planter|large house plant|large houseplant|large garden pot|big pot|big pot plant|large potted plant|big house plant|olive tree|bay tree|potted tree',
  ],
  [
    [716],
    'small plant|small plant pot|small pot plant|small house plant|small pot|little plant|small houseplant|medium plant|small planter|medium plant pot|herb pot|small potted plant|cactus',
  ],
  [[717], 'ladder|extending ladder|extension ladder|loft ladder|double ladder|set of ladder|aluminium ladder'],
  [[718], 'workbench|work bench|workmate|black and decker workmate|carpenters bench'],
  [[719], 'tool chest|tool cabinet|tool trolley|large toolbox|roller cabinet|tool cupboard|snap on tool chest'],
  [[720], 'toolbox|tool box|tool bag|tool case'],
  [[721], 'pressure washer|jet washer|karcher|jetwash|jet wash|power washer|karcher pressure washer'],
  [
    [722],
    'set of tyre|tyre|car tyre|wheel|set of wheel|car wheel|spare wheel|set of winter tyre|alloy wheel|winter tyre|set of alloy',
  ],
  [[723], 'roof box|roofbox|car roof box|thule box|thule roof box'],
  [[724], 'trampoline|small trampoline|kid trampoline|garden trampoline'],
  [[725], 'swing|swing set|garden swing|child swing|kid swing'],
  [
    [726],
    'garden shed|small shed|wooden shed|flat packed shed|dismantled shed|plastic shed|shed in panels|metal shed|tool shed|shed panels',
  ],
  [[726], 'shed'],
  [[727], 'water butt|rain barrel|waterbutt'],
  [[728], 'paving slab|slab|patio slab|paving'],
  [[729], 'mobility scooter|disability scooter'],
  [
    [801],
    'small box|sm box|little box|small cardboard box|small packing box|sml box|small moving box|s box|small removal box',
  ],
  [
    [802, 801, 803, 805],
    'box|cardboard box|packing box|moving box|removal box|packed box|packing case|carton|tea chest|misc box|box of stuff|box of bits|box of misc|removals box|storage carton|house move box|boxed item',
  ],
  [
    [802],
    'medium box|med box|medium size box|average box|standard box|medium cardboard box|medium packing box|normal box|regular box|m box|md box|standard size box|medium removal box|normal size box|average size box|medium moving box',
  ],
  [
    [803],
    'large box|big box|lg box|lrg box|large cardboard box|big cardboard box|large packing box|large moving box|l box|xl box|extra large box|huge box|large removal box|lge box',
  ],
  [[804], 'wardrobe box|hanging box|wardrobe carton|hanging rail box'],
  [
    [805],
    'book box|box of book|book|box book|box of books|box of vinyl|box of record|crate of record|record box|box of lp|books box|box of dvd|box of magazine|box of file|box file paper',
  ],
  [[806], 'picture box|box of picture|mirror box'],
  [[807], 'tv box'],
  [[808], 'archive box|file box|document box|filing box|storage box file|bankers box|archive storage box|box archive'],
  [
    [809],
    'plastic crate|crate|storage box|plastic box|tub|plastic tub|plastic storage box|storage tub|really useful box|storage crate|plastic container|storage container|plastic storage container|ikea box|plastic bin|tote|plastic tote|storage tote|underbed box|under bed storage box|under bed box|underbed storage|container|samla box|under bed storage|lidded box|plastic storage crate|plastic storage tub|box plastic|big plastic box|large plastic box|large plastic crate',
  ],
  [
    [810],
    'cabin suitcase|cabin bag|hand luggage|small suitcase|carry on|cabin case|carry on bag|small case|carry on suitcase|cabin size suitcase|hand luggage case|carryon',
  ],
  [
    [811, 812, 810],
    'suitcase|case|luggage|travel case|wheelie case|wheely case|suit case|travel bag|trolley case|medium suitcase|medium case',
  ],
  [[812], 'large suitcase|big suitcase|large case|big case|hold suitcase|xl suitcase|extra large suitcase'],
  [[813, 815, 816], 'bag'],
  [
    [813],
    'holdall|hold all|duffel bag|duffle bag|sports bag|weekend bag|gym bag|kit bag|kitbag|large bag|travel holdall|big bag|suit bag|suit carrier|large holdall|overnight bag',
  ],
  [[814], 'rucksack|backpack|back pack|ruck sack|school bag'],
  [
    [815],
    'bag for life|shopping bag|carrier bag|ikea bag|ikea blue bag|blue ikea bag|supermarket bag|tesco bag|canvas bag|tote bag|small bag|reusable bag|big ikea bag|plastic bag|bags for life|frakta bag|large ikea bag|checked bag|zip bag',
  ],
  [
    [816],
    'bin bag|black bag|bin liner|black sack|bag of clothes|bin bag of clothes|clothes|clothing|bin bag clothes|black bin bag|clothes bag|bag clothes|bin sack|refuse sack|bag of clothing|bag of shoes|sack of clothes|black bin liner|bags of clothes|binbag|bin bags full of clothes|refuse bag|bag of kid clothes|black sack of clothes|sack|rubble sack|binliner',
  ],
  [
    [817],
    'duvet|pillow|blanket|bedding|bed linen|bag of bedding|vacuum bag|vac bag|vacuum bag of bedding|duvet and pillow|linen|towel|quilt|bedclothes|bag bedding|bed cover|bag of linen|bag of towel|duvet pillow|bag of duvet|throw|box of bedding|bag of pillows|vacuum pack bag',
  ],
  [[818], 'laundry bag|washing bag|bag of laundry|laundry|large laundry bag|checked laundry bag'],
  [
    [819],
    'toy box|toy chest|toybox|box of toy|toy|game|kid toy|child toy|children toy|box of games|board game|toy storage|crate of toys|toy unit|toy storage unit|bag of toys|box toy|box of lego|lego',
  ],
  [
    [901],
    'single bed|single|child bed|kid bed|3ft bed|single divan|single divan bed|twin bed|single day bed|single bed frame|childs single bed|guest single bed|single wooden bed|trundle bed|single ottoman bed|single storage bed|kid single bed',
  ],
  [
    [902],
    'small double bed|small double|4ft bed|queen bed|three quarter bed|small double divan|small double divan bed|4ft small double bed|small double bed frame',
  ],
  [
    [903, 904, 901],
    'bed|divan|divan bed|bed frame|bedframe|malm bed|hemnes bed|metal bed|wooden bed|four poster bed|sleigh bed|four poster|leather bed|brass bed|iron bed|bedstead|ikea bed|spare bed|4poster bed|brimnes bed',
  ],
  [
    [903],
    'double bed|double|4ft6 bed|double divan|double divan bed|standard double bed|double bed frame|double bedstead|4ft6 double bed|standard double|double day bed|normal double bed|guest double bed',
  ],
  [
    [904],
    'king size bed|king bed|hemnes bed king|hemnes king bed|king size|kingsize|5ft bed|king|king divan|king size divan|kingsize bed|king size divan bed|kingsize divan|king size bed frame|kingsize divan bed|king sized bed|king sized|5ft king size bed|king bed frame|kingsize bedstead|kind size bed',
  ],
  [
    [905],
    'super king bed|super king|super king size bed|superking|superking bed|6ft bed|super kingsize bed|super king divan|super kingsize|superkingsize bed|super king size|6ft super king bed|super king sized bed|super king size divan bed|super king bed frame|super king divan bed|emperor bed|california king bed',
  ],
  [
    [906],
    'ottoman storage bed|ottoman bed|storage bed|double ottoman bed|king ottoman bed|king size ottoman bed|kingsize ottoman bed|lift up bed|gas lift bed|double storage bed|super king ottoman bed|ottoman divan bed|king size storage bed|king storage bed|lift up storage bed|ottoman bed frame|double ottoman|king size ottoman|super king size ottoman bed|double ottoman storage bed|kingsize ottoman storage bed',
  ],
  [[907], 'bunk bed|bunk|bunkbed|triple bunk bed|set of bunk bed|triple bunk|triple sleeper bunk bed'],
  [
    [908],
    'cabin bed|loft bed|high sleeper|mid sleeper|midsleeper|high sleeper bed|midi sleeper|high bed|mid sleeper bed|loft bed with desk|high sleeper bed with desk|midi bed|mezzanine bed',
  ],
  [
    [909],
    'cot|cotbed|crib|cot bed|baby cot|baby bed|baby crib|moses basket|travel cot|next to me crib|next2me|bassinet|snuzpod',
  ],
  [[910], 'toddler bed|junior bed|race car bed|car bed|toddlers bed'],
  [[912, 911, 913], 'mattress'],
  [
    [911],
    'single mattress|single bed mattress|3ft mattress|childs mattress|cot mattress|kid mattress|child mattress|toddler mattress|bunk bed mattress|bunk mattress',
  ],
  [
    [912],
    'double mattress|double bed mattress|4ft6 mattress|4ft mattress|small double mattress|queen mattress|4ft6 double mattress',
  ],
  [
    [913],
    'king size mattress|king mattress|kingsize mattress|5ft mattress|king size bed mattress|king bed mattress|king sized mattress|kingsize bed mattress|5ft king size mattress',
  ],
  [
    [914],
    'super king mattress|super king size mattress|superking mattress|6ft mattress|super kingsize mattress|super king bed mattress|super king size bed mattress|superking size mattress',
  ],
  [[915], 'headboard|head board|bed head|bedhead'],
  [
    [916],
    'single wardrobe|small wardrobe|1door wardrobe|slim wardrobe|narrow wardrobe|child wardrobe|kid wardrobe|childs wardrobe|1 wardrobe single',
  ],
  [
    [917],
    'double wardrobe|2door wardrobe|medium wardrobe|standard wardrobe|2door mirrored wardrobe|double door wardrobe',
  ],
  [
    [917, 916, 918],
    'wardrobe|closet|armoire|pax|pax wardrobe|robe|gents wardrobe|ladies wardrobe|brimnes wardrobe|linen press|ikea wardrobe|freestanding wardrobe|combination wardrobe',
  ],
  [
    [918],
    'triple wardrobe|3door wardrobe|large wardrobe|4door wardrobe|big wardrobe|quad wardrobe|treble wardrobe|quadruple wardrobe|3 door mirrored wardrobe|huge wardrobe|extra large wardrobe|5door wardrobe|6door wardrobe|triple door wardrobe|quad door wardrobe',
  ],
  [
    [919],
    'sliding door wardrobe|sliding wardrobe|slider wardrobe|slide robe|sliding mirror wardrobe|sliderobe|mirrored sliding wardrobe|mirrored sliding door wardrobe|sliding mirrored wardrobe|2door sliding wardrobe|3door sliding wardrobe|sliding mirror door wardrobe',
  ],
  [[920], 'fabric wardrobe|canvas wardrobe|pop up wardrobe|cloth wardrobe'],
  [
    [921, 922],
    'chest of drawer|drawer|chest drawer|chester drawer|chesterdrawer|chesterdraw|chest o drawer|4drawer chest|5drawer chest|3drawer chest|6drawer chest|set of drawer|drawer unit|drawer chest|cod|malm|malm drawer|malm chest of drawer|malm chest|hemnes drawer|hemnes|bedroom drawer|2drawer chest|chest of drawers unit|3drawer unit|4drawer unit|3drawer|4drawer|5drawer|6drawer|bureau|7drawer chest|8drawer chest|9drawer chest|large chest of drawer|small chest of drawer|3drawer chest of drawer|chests drawer|storage drawer|draw chest|wide chest of drawer|plastic drawer|hemnes chest|kullen drawer|kullen|bank of drawer|6drawer dresser|brimnes drawer|dresser drawer|5drawer unit|6drawer unit|clothes drawer|4drawer malm|6drawer malm|3drawer malm|merchant chest|merchants chest',
  ],
  [
    [922],
    'tallboy|tall boy|tall chest of drawer|tall chest|highboy|tall drawer|tall drawer unit|narrow chest of drawer|tall set of drawer|narrow tall drawer',
  ],
  [
    [923],
    'bedside table|bedside cabinet|bedside|bed side table|bed side|bedside drawer|bedside cupboard|bedside unit|night stand|nightstand|bedside locker|bed side cabinet|bedside chest|night table|bedside table with drawer|bedside table drawer|2drawer bedside|2drawer bedside table|3drawer bedside table|3drawer bedside|3drawer bedside cabinet|2drawer bedside cabinet|1drawer bedside table|bedside stand|bed side drawer|bed table|bedroom side table|nightable|bedsides',
  ],
  [
    [924],
    'dressing table|vanity table|vanity desk|make up table|makeup table|make up desk|dresser table|vanity dresser|vanity dressing table|vanity|dresser with mirror|dressing table with mirror|dressing table set|dressing unit',
  ],
  [[925], 'dressing table mirror|vanity mirror|table mirror|make up mirror'],
  [[926], 'dressing table stool|dressing stool|vanity stool|dressing table chair|dressing room stool|bedroom stool'],
  [[927, 110], 'ottoman'],
  [
    [927],
    'blanket box|blanket chest|bedding box|storage ottoman|ottoman box|ottoman storage box|blanket trunk|bedding chest|large ottoman|end of bed ottoman|ottoman storage|end of bed box|ottoman chest|linen box|linen chest|pine blanket box|glory box|storage ottoman box',
  ],
  [
    [928],
    'clothes rail|clothes rack|hanging rail|garment rail|garment rack|clothing rail|clothing rack|clothes hanging rail|rail|dress rail|hanging clothes rail|coat rail hanging|clothes stand',
  ],
  [
    [929],
    'changing table|baby changer|changing unit|baby change table|baby changing table|change table|baby changing unit|changing station|nappy changing table|nappy table',
  ],
  [
    [930],
    'table lamp|bedside lamp|desk lamp|small lamp|lampshade|lamp shade|bedside light|desk light|table light|anglepoise|anglepoise lamp|touch lamp|lava lamp|small table lamp|salt lamp',
  ],
  [
    [1001],
    'bathroom cabinet|bathroom cupboard|medicine cabinet|bathroom wall cabinet|small bathroom cabinet|wall cabinet bathroom|bathroom unit|bathroom mirror cabinet|wall bathroom cabinet|mirrored bathroom cabinet',
  ],
  [[1002], 'tall bathroom cabinet|tall bathroom unit|tall bathroom cupboard|large bathroom cabinet'],
  [[1003], 'vanity unit|sink unit|bathroom vanity unit|bathroom sink unit'],
  [[1004], 'bathroom shelf|bathroom shelving|bathroom shelving unit|bathroom rack|bathroom shelf unit'],
  [[1005], 'bathroom mirror'],
  [
    [1006],
    'laundry basket|washing basket|linen basket|hamper|laundry bin|laundry hamper|wash basket|linen bin|dirty laundry basket|clothes basket|washing bin|laundery basket',
  ],
  [[1007], 'towel rail|towel rack|towel stand|freestanding towel rail'],
  [[1008], 'bathroom stool'],
  [[1009], 'bath|bathtub|bath tub|roll top bath|cast iron bath'],
  [[1010], 'sink|basin|washbasin|wash basin|basin and pedestal|kitchen sink|belfast sink|butler sink'],
  [[1011], 'toilet|loo|lavatory|wc'],
  [[1012], 'shower screen'],
  [[1013], 'radiator'],
  [[1014], 'baby bath|baby bathtub'],
  [[1015], 'bathroom scale|scale|bathroom bin|bathroom scale and bin'],
  [[1016], 'shower chair|shower seat|shower stool|bath chair'],
]

/** What several things are called in one word, by the amounts of each. */
export const SETS: readonly [name: string, parts: readonly [id: number, amount: number][]][] = [
  ['3piece suite', [[102, 1], [108, 2]]], // prettier-ignore
  ['3piece sofa suite', [[102, 1], [108, 2]]], // prettier-ignore
  ['3piece sofa set', [[102, 1], [108, 2]]], // prettier-ignore
  ['3piece set', [[102, 1], [108, 2]]], // prettier-ignore
  ['3piece', [[102, 1], [108, 2]]], // prettier-ignore
  ['3piece lounge suite', [[102, 1], [108, 2]]], // prettier-ignore
  ['2piece suite', [[102, 1], [108, 1]]], // prettier-ignore
  ['suite', [[102, 1], [108, 2]]], // prettier-ignore
  ['bistro set', [[702, 1], [703, 2]]], // prettier-ignore
  ['garden bistro set', [[702, 1], [703, 2]]], // prettier-ignore
  ['3piece bistro set', [[702, 1], [703, 2]]], // prettier-ignore
]

/** Names that the catalogue lacks, although it knows their words. */
export const OWN_NAMES =
  '3d printer|hutch|guinea pig hutch|patio heater|garden heater|outdoor heater|water heater|kitchen scale|kitchen utensil|garden furniture|bedroom furniture|office furniture|garden gnome|garden ornament|garden gate|door mat|front door mat|pet bed|floor cushion|room divider|kitchen roll|table cloth|tablecloth|tv licence|wine glass|dining service|garden waste|pot and pan|bit and bob|odd and end|bit and piece|coffee maker|garden arch|garden hose reel cart|outdoor light|garden light|string light|bath mat|bath toy|bed guard|bath panel|kitchen worktop|dining hatch|office partition|baby gate|baby monitor|baby walker|baby seat|car seat|child seat|baby swing|baby bouncer|bouncer|walking frame|zimmer frame|wheel chair|wheelchair|stair lift|hospital bed|foot spa|picture hook|picture rail|curtain rail|shower curtain|shower curtain rail|bike rack|roof rack|wine cellar|desk tidy|tool belt|sofa cover|sofa throw|table tennis bat|golf trolley|golf buggy|drum stick|guitar stand|music stand|plant food|compost|kitchen gadget|garden fence|book end|bookend|piano accordion'

/** One way of writing for each word: misspellings that are no small slip, short forms and slang. */
export const SYNONYMS: readonly [word: string, others: string][] = [
  ['sofa', 'settee setee sette couch sofar sofer soffa soafa setty settees sofe couche soffas davenport'],
  ['armchair', 'armchiar armchir'],
  ['tv', 'telly television tele tvs televison televison tellie'],
  ['drawer', 'draw draws drawers drawes droor drors drws drw draywers'],
  ['double', 'dbl doubl dble dubble'],
  ['single', 'sgl sngl singel singe'],
  ['king', 'kingsized'],
  ['wardrobe', 'wardobe wardrob wardorbe wadrobe waredrobe wardrode warddrobe wrdrobe wrobe'],
  ['mattress', 'matress mattres matteress matres mattrass mattriss matris'],
  ['dining', 'dinning dineing diningroom'],
  ['table', 'tabel tble tbl tabl'],
  ['chair', 'chiar chairr chai char'],
  ['fridge', 'frige fridg refridgerator fridgefreezer refigerator'],
  ['freezer', 'freezr freeser frezer'],
  ['washing', 'wahsing washin washng'],
  ['machine', 'machin machien mach machene mchine m/c'],
  ['dryer', 'drier dryier'],
  ['microwave', 'micro microwve micowave'],
  ['bedside', 'beside bedsde'],
  ['cabinet', 'cabinate cabnet cabinent cab cabient cabinette'],
  ['cupboard', 'cuboard cubord cubbord cubboard cupbord coupboard'],
  ['bookcase', 'bookcse bookkase'],
  ['small', 'sm sml tiny little wee smallish'],
  ['medium', 'med mdm meduim'],
  ['large', 'lge lrg lrge massive biggish largish'],
  ['big', 'huge enormous giant'],
  ['bicycle', 'bycicle bicyle'],
  ['child', 'childs children childrens kid kids kiddy kiddie kiddies toddlers youngster'],
  ['barbecue', 'bbq barbeque barbie barby bbqs barbq'],
  ['round', 'circular'],
  ['box', 'boxs boxses bxs bx boxies boxe'],
  ['clothes', 'clothe cloths'],
  ['filing', 'fileing filling'],
  ['piano', 'paino'],
  ['suitcase', 'suitcases suitecase'],
  ['bin', 'bins'],
  ['shelf', 'shelve shelfs shelving'],
  ['christmas', 'xmas chrismas crimbo'],
  ['guitar', 'gutar gitar guitare'],
  ['desk', 'desck'],
  ['cooker', 'coocker'],
  ['recliner', 'reclinner'],
  ['ottoman', 'otoman ottaman ottomon'],
  ['chest', 'chets'],
  ['duvet', 'duvay duvey doovay dovet'],
  ['dresser', 'dressor'],
  ['hoover', 'hover hoovers hoverr hoovver hoofer'],
  ['bin bag', 'binbag'],
  ['headboard', 'hedboard'],
  ['mirror', 'miror mirrow mirrer'],
  ['office', 'offce'],
  ['kitchen', 'kitchin kitchn'],
  ['garden', 'gardan gdn'],
  ['coffee', 'coffe cofee'],
  ['trampoline', 'trampolene'],
  ['upright', 'up-right'],
]

/** They say nothing about which thing it is: sorts, colours, makers, whose it is. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  `a an the my our your his her their its this that these those some any of and with for in on own other another each all every more additional extra
  old new used second hand secondhand vintage antique retro modern contemporary traditional victorian edwardian georgian regency deco mid century reproduction
  good bad broken stacking stackable stacked wrapped heavy light lightweight nice lovely beautiful awkward fragile bulky solid sturdy flimsy cheap expensive quality decent basic plain fancy ornate
  big small large medium long short tall low high wide narrow slim deep thin thick full size sized standard normal average regular extra very quite really fairly
  pretty super xl compact oversized slimline
  red blue green grey gray black white brown cream beige pink purple yellow orange navy teal gold silver dark light pale mustard charcoal taupe ivory tan magnolia
  oak pine walnut mahogany beech teak ash birch bamboo wicker rattan wooden wood metal steel chrome brass iron aluminium glass marble plastic leather faux suede
  velvet fabric cloth corduroy cord linen cotton upholstered painted veneer mdf laminate gloss glossy matt matte lacquered distressed shabby chic rustic
  industrial farmhouse shaker scandi scandinavian rosewood elm cherry ebony cane plush chenille tweed leatherette pvc resin stone granite concrete
  ikea argos dfs dunelm wayfair next habitat made.com made john lewis loaf ercol gplan plan parker knoll laura ashley oak furnitureland sofology scs swoon
  dwell harveys homebase b&q bq bosch beko hotpoint indesit samsung lg sony panasonic toshiba siemens miele aeg zanussi whirlpool candy hisense
  smeg bush logik swan russell hobbs kenwood sharp tefal dyson tempur silentnight emma simba eve hypnos sealy dreams bensons casper nectar
  yamaha roland casio fender gibson kawai steinway apple dell hp lenovo acer asus canon epson brother logitech raleigh trek giant specialized carrera
  dreamland heals muji costco vidaxl julian bowen hemnes malm pax billy ektorp brimnes lack micke vintage philips bang olufsen lloyd loom
  electric electronic cordless digital manual automatic portable foldable folding collapsible adjustable freestanding standing free mounted wall fitted fold up folded
  flat packed flatpack flatpacked assembled disassembled dismantled unassembled built self
  lounge living dining kitchen bedroom bathroom hall hallway office study garage loft attic garden spare guest master utility room conservatory landing upstairs
  downstairs front back main nursery playroom porch cellar basement outside indoor
  outdoor home patio
  mum mums dad dads mother father nan nans gran grans grandma grandmas grandad grandads granny son sons daughter daughters wife wifes husband husbands brother
  sister boys girls mens ladies womens kids child childs children partner flatmate aunt uncle baby teen teenager adult
  square round rectangular oval curved arched wingback shape shaped sleeper style type kind sort unit item piece thing frame set
  wheeled wheels castors reclining swivel padded cushioned buttoned quilted studded carved panelled panel slatted
  floral patterned striped checked tartan plain pattern print two-tone mirrored
  storage deep top topped fronted front backed seat seater person footed door drawer shelf shelved
  complete separate matching similar various assorted mixed miscellaneous misc random general different several odd boxed bagged wrapped packed full empty
  husband husbands late neighbour neighbours friend friends nephew niece cousin great family heirloom inherited favourite`
    .split(/\s+/)
    .filter(Boolean),
)

/** Before or after the name of a thing they make another thing of it: a dog bed is no bed. */
export const OTHER_THING: ReadonlySet<string> = new Set(
  `dog cat pet puppy kitten rabbit hamster guinea pig bird chicken hen duck pigeon fish reptile snake lizard tortoise horse pony goat bee hedgehog parrot
  doll dolly dollhouse toy hot rocking pizza massage tanning sun sand fire fuse letter post window gun cricket bowling
  air hockey poker casino roulette operating examination hospital dentist barber salon hairdresser
  treatment physio train railway chess light lamp cushion cover remote bracket mount stand stool seat lid leg legs top base parts handle curtain blind pole aerial antenna
  dish satellite wifi router hub modem board machine engine motor boat trailer caravan tent house frame tower tree plant bath nest hive coop hutch run cage
  slow rice pressure egg quad dirt pit motor golf tank pond pump heater kiln wheel loom lathe saw drill press bench stove burner fireplace surround mantelpiece hearth ornament statue bust sculpture
  weighing potter pottery painting ironing steam steamer sauna jacuzzi swing slide climbing monkey rope punch punching boxing juke jukebox slot fruit pinball arcade
  vending ticket cash till register safe gaming racing simulator flight golf putting dart darts dance ballet pilates reformer yoga gym inversion drum music sheet
  book magazine newspaper umbrella wine bottle cake jewellery jewelry watch coin stamp medal trophy card model log coal
  compost recycling wheelie grit salt feed hay straw wood timber brick sleeper fence gate shed log saddle`
    .split(/\s+/)
    .filter(Boolean),
)

/** Words of room names; a number or an owner’s name may come before or after them. */
export const ROOM_WORDS: ReadonlySet<string> = new Set(
  `lounge living room rooms sitting dining kitchen bedroom bedrooms bed bathroom bath hall hallway hallways corridor landing stairs office study garage loft attic garden shed outside
  utility conservatory nursery playroom porch cellar basement upstairs downstairs front back spare guest master main box dressing family tv reception
  ensuite en suite toilet wc cloakroom larder pantry storage store cupboard understairs under patio outdoor outdoors outhouse workshop diner
  kids kid's childs child's child children childrens children's boys boy's girls girl's girls' baby babys baby's son sons son's daughter daughters daughter's mum mums mum's dad dads
  dad's our my ground first second third top floor annexe annex den snug drawing morning breakfast music games gym home summerhouse summer house lobby entrance
  foyer entry area 1 2 3 4 5 6 7 8 one two three four five 1st 2nd 3rd 4th and & / small large big double single reception bed1 bed2 bed3 bed4 br1 br2 br3 bdrm`
    .split(/\s+/)
    .filter(Boolean),
)

/** Words of which a room name contains at least one. */
export const ROOM_HEADS: ReadonlySet<string> = new Set(
  `lounge living room kitchen bedroom bathroom hall hallway corridor landing stairs office study garage loft attic garden outside utility conservatory nursery playroom
  porch cellar basement upstairs downstairs ensuite suite cloakroom pantry patio outdoor outdoors outhouse workshop diner annexe annex den snug dining reception lobby
  entrance foyer entry floor understairs bed1 bed2 bed3 bed4 br1 br2 br3 bdrm area`
    .split(/\s+/)
    .filter(Boolean),
)

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** They stand before a thing in a sentence. */
export const LEADS = set(
  `fit fits squeeze manage accommodate can't cannot mustn't umm err errr uh um oh ah theres late lots loads load plenty bunch heaps masses tons various numerous many couple mixture selection hi hello hey hiya dear all there guys team mate i we i'm i've we've we're i'd we'd he she they it it's its there's there're theres theyre they're that's here's here have has had got get need needs want
  wants would like to move moving moved take taking bring bringing shift shifting transport transporting collect collecting please can could will you your u just only also mostly mainly basically including include
  includes includes: following is are was be been being in the and plus then oh yes yeah yep ok okay so well erm um maybe probably perhaps about around approx roughly including
  quick question quote for list of stuff items item things thing consisting consists comprising comprises contains containing contents total totalling looking hoping hope
  know think thinking guess say says said don't dont forget not remember tell ask actually make sorry wait correction meant instead rather
  him her me them us his my our their another some other any additional extra as follows : - , . ! ? * # & 's m ve re ll d do does did e g ie eg forgot mentioned mention add adding
  when where which what who shall should may might must if but because while after before let lets let's both each up down out`,
)

/** From them on a phrase says where the thing stands or what is to happen to it. */
export const TAILS = set(
  `from to in at on which that who need needs needing is are was were moved moving collected collecting delivered please because if when by into onto for as but upstairs downstairs
  going goes go will would can could should it they we i you he she has have had too though although about approx approximately measuring weighing
  inside outside under behind near next upto each thanks thank cheers maybe probably possibly roughly around currently mostly already still per taken removed shifted only oh um umm erm isn't aren't won't can't doesn't isnt
  comes come coming included earlier later before after too either anyway etc altogether overall
  belonging belongs so do does did be might may must then than made bought worth needed required requires off up down here there`,
)

/** Words of conversation: a phrase that contains one names no item. */
export const CHATTER = set(
  `following mine yours ours theirs i we you he she they me us him it is are was were be been being am do does did has have had will would could should can might must shall may need needs want wants wanted like
  please pls plz thanks thank cheers ta hi hello hey hiya dear regards kind best sincerely love xx x moving moved move from to when where what which who how why that because if so but let know
  call ring text email e-mail phone mobile number contact quote quotes price prices cost costs much many long day date dates time times today tomorrow tonight yesterday week weeks weekend month
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed
  thu thur thurs fri sat sun morning afternoon evening am pm noon asap ready available availability free lift lifts elevator parking permit road street lane avenue close flat flats house houses home homes bedroom bedrooms
  address postcode area town city london leeds manchester birmingham bristol york mile miles hour hours minutes mins budget pay paid paying insurance deposit help helping helper helpers van vans luton driver drivers man men
  people person assistance quotation estimate job jobs load loading unload unloading pack packing unpacking carry lift lifting looking look forward hear hearing hope hoping wondering wonder think thinking guess sure really
  just only also mostly mainly basically roughly maybe perhaps probably possibly about around including everything anything something nothing everyone anyone somebody someone else rest etc
  not no don't dont won't can't cant isn't aren't doesn't didn't haven't i'm we're i've we've i'd we'd i'll we'll it's there's that's what's here's let's you're they're
  sent iphone android whatsapp photo photos picture attached attachment image omitted message messages deleted yes yeah yep nope ok okay okey sorry actually
  heavy approx approximately floor floors stairs staircase steps ground first second third top 1st 2nd 3rd 4th landlord tenant completion keys key council storage unit depends dependent
  this these those here there now then than soon later before after during until till between via per each one's forgot mention mentioned same again already
  come comes coming go goes going gone take takes taking took bring brings bringing get gets getting got give gives giving leave leaves leaving left stay stays staying keep keeps keeping
  put puts putting make makes making made say says said tell tells told ask asks asked dismantle dismantled dismantling disassemble disassembled assemble assembled reassemble taken apart
  collect collected collection deliver delivered delivery drop pick pickup kept sold sell selling very bit bits pretty quite too
  hopefully ideally preferably currently nearby local distance journey ulez congestion access narrow drive driveway outside`,
)

/** Nouns of talk. */
export const NOT_THINGS = set(
  `parts pieces halves sections trips semi detached terrace terraced cottage townhouse stuff things thing items item list lot lots total totals sum subtotal rooms room lounge kitchen bathroom hallway garage loft attic property apartment studio bungalow maisonette place contents inventory furniture belongings
  possessions household kind regards mate name customer client agent bye question questions idea info information details detail problem issue note notes description quantity qty amount
  removal removals mover movers company firm service services website form app booking reference ref order`,
)
