import { expandOutcodes, type Nation } from '../outcodes/rules.ts'
import type { LngLat } from '../sketch/outlines-rules.ts'

/** A dated fact that the office can change: where a zone lies. Both days inclusive. */
export interface ZoneRow {
  /** Names it on the wire and in receipts, for good: 'birmingham'. */
  code: string
  name: string
  /** Whether it asks vans below its standard for money, or does not let them in. */
  kind: 'charge' | 'ban'
  nation: Nation
  /** Beginnings of the codes of local authorities that lie wholly inside, where the zone is made of authorities. */
  authorities: readonly string[]
  /** Areas, outcodes and sectors wholly inside; those with more than half of their postcodes inside; those with some. */
  inside: readonly string[]
  mostlyInside: readonly string[]
  hardlyInside: readonly string[]
  /** Boundary of the zone; null if none was drawn. */
  outline: readonly LngLat[] | null
  /** So close to the outline an answer is approximate. */
  edgeMetres: number
  /**
   * How long a van usually drives between a place inside and the edge, for routes of which only the ends are known: an estimate, on
   * the long side, such as an hour through outer London and twenty minutes through its middle.
   */
  edgeMinutes: number
  fromDay: string
  toDay: string | null
  source: string
  /** Day by which the row must be checked again. */
  checkBy: string
}

/**
 * The zones that an installation starts with (migration 0031 holds the same rows; a test keeps them equal). Written by hand from general
 * knowledge of where each boundary runs: no copy of any map or data set. From then on the rows in the database count. In a list, `-` is a
 * range of districts and `/` a list of their letters.
 */

/** A junction a line, `lat lng`, in the order of the boundary; what follows is its name. */
const outline = (text: string): LngLat[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [lat, lng] = line.trim().split(/\s+/)
      return [Number(lat), Number(lng)] as const
    })
    .map(([lat, lng]) => [lng, lat])

const codes = (text: string): string[] => expandOutcodes(text)

/** Sectors have a space in them, so they are listed with semicolons. */
const sectors = (text: string): string[] => text.split(';').map((sector) => sector.trim())

const CHECK_YEARLY = '2027-04-01'
/** What is less certain, or known to be under review. */
const CHECK_SOON = '2027-01-31'

const everywhere = { authorities: [], mostlyInside: [], hardlyInside: [], toDay: null, checkBy: CHECK_YEARLY }
const cleanAirZone = { ...everywhere, kind: 'charge', nation: 'england', edgeMetres: 300, edgeMinutes: 10 } as const
const scottishZone = { ...everywhere, kind: 'ban', nation: 'scotland', edgeMetres: 150, edgeMinutes: 10 } as const

/** All 33 London authorities since 29 August 2023. */
const ULEZ: ZoneRow = {
  ...everywhere,
  code: 'ulez',
  name: 'ULEZ',
  kind: 'charge',
  nation: 'england',
  authorities: ['E09'],
  inside: codes(`
    E EC N NW SE SW W WC
    BR1-5,7 CR0,2,4,7,9,90 DA6-8,15,16,18 EN1,3 HA0-4,8,9 IG1-6,11 KT1-3,5 RM1-3,5-13 SM1,4,6 TW1-5,7-11,13 UB1-7,10,11,18`),
  mostlyInside: codes(`
    BR6 CR5 CR8 DA5 DA14 DA17 EN2 EN4 EN5 HA5 HA6 HA7 IG8 KT4 KT6 KT9 RM14 SM2 SM3 SM5 TW6 TW12 TW14 UB8`),
  hardlyInside: codes('BR8 CR3 CR6 DA1 EN8 IG7 IG9 KT7 KT8 KT17 RM4 SM7 TN14 TN16 TW15 TW19 UB9 WD3'),
  outline: null,
  edgeMetres: 0,
  edgeMinutes: 60,
  fromDay: '2023-08-29',
  source: 'Transport for London: the ULEZ covers all 33 London authorities since 29 August 2023',
}

/** Inside the Inner Ring Road, which is free itself. */
const CONGESTION: ZoneRow = {
  ...everywhere,
  code: 'congestion',
  name: 'Congestion Charge zone',
  kind: 'charge',
  nation: 'england',
  inside: codes('EC1/AMNPR EC2/MNPRVY EC3/AMPRV EC4 EC4/AMNPRVY W1/ABCDFGHJKSTW WC1/ABHNRV WC2/AEHNR'),
  mostlyInside: codes('EC1V EC1Y EC2A EC3N SE1 SE11 SW1A SW1E SW1H SW1P SW1Y W1U WC1E WC1X WC2B'),
  hardlyInside: codes('E1 NW1 SW1V SW1W W2'),
  outline: outline(`
    51.5133 -0.1592 Marble Arch
    51.5164 -0.1640 Edgware Road at Upper Berkeley Street and Connaught Street
    51.5198 -0.1694 Edgware Road and Marylebone Road
    51.5213 -0.1629 Marylebone Road at Marylebone station
    51.5225 -0.1571 Marylebone Road and Baker Street
    51.5233 -0.1492 Marylebone Road at Marylebone High Street
    51.5238 -0.1440 Great Portland Street
    51.5247 -0.1386 Euston Road and Tottenham Court Road
    51.5272 -0.1318 Euston
    51.5290 -0.1267 Euston Road at the British Library
    51.5303 -0.1234 King’s Cross
    51.5310 -0.1180 Pentonville Road and Penton Rise
    51.5317 -0.1115 Pentonville Road and Penton Street
    51.5320 -0.1062 Angel
    51.5303 -0.1010 City Road at Wakley Street
    51.5286 -0.0954 City Road basin
    51.5270 -0.0902 City Road and Provost Street
    51.5257 -0.0877 Old Street roundabout
    51.5263 -0.0834 Old Street and Great Eastern Street
    51.5247 -0.0806 Great Eastern Street
    51.5231 -0.0776 Great Eastern Street and Commercial Street
    51.5207 -0.0758 Commercial Street at Quaker Street
    51.5183 -0.0742 Commercial Street at Spitalfields
    51.5155 -0.0722 Commercial Street and Whitechapel High Street
    51.5143 -0.0735 Aldgate, Mansell Street
    51.5121 -0.0722 Mansell Street
    51.5100 -0.0726 Mansell Street and Royal Mint Street
    51.5088 -0.0741 Tower Bridge Approach
    51.5055 -0.0754 Tower Bridge
    51.5028 -0.0770 Tower Bridge Road and Tooley Street
    51.5004 -0.0787 Tower Bridge Road at Tanner Street
    51.4979 -0.0809 Tower Bridge Road and Abbey Street
    51.4944 -0.0846 Bricklayers Arms
    51.4940 -0.0905 New Kent Road at Balfour Street
    51.4948 -0.0985 New Kent Road
    51.4952 -0.1009 Elephant and Castle
    51.4928 -0.1016 Newington Butts
    51.4906 -0.1043 Newington Butts and Kennington Lane
    51.4893 -0.1102 Kennington Lane and Kennington Road
    51.4873 -0.1170 Kennington Lane at Durham Street
    51.4860 -0.1228 Vauxhall Cross
    51.4875 -0.1265 Vauxhall Bridge
    51.4889 -0.1298 Vauxhall Bridge Road and Millbank
    51.4914 -0.1344 Vauxhall Bridge Road at Drummond Gate
    51.4939 -0.1390 Vauxhall Bridge Road and Rochester Row
    51.4962 -0.1424 Victoria
    51.4984 -0.1437 Bressenden Place
    51.4987 -0.1470 Lower Grosvenor Place
    51.5007 -0.1499 Grosvenor Place
    51.5026 -0.1515 Hyde Park Corner
    51.5040 -0.1503 Park Lane at Hamilton Place
    51.5071 -0.1527 Park Lane at South Audley Street
    51.5104 -0.1557 Park Lane at Upper Grosvenor Street
    51.5128 -0.1580 Park Lane at Marble Arch`),
  edgeMetres: 120,
  edgeMinutes: 20,
  fromDay: '2011-01-04',
  source:
    'Transport for London: the zone inside the Inner Ring Road, as since the western extension ended on 4 January 2011',
}

const BIRMINGHAM: ZoneRow = {
  ...cleanAirZone,
  code: 'birmingham',
  name: 'Birmingham Clean Air Zone',
  inside: codes('B1-4'),
  mostlyInside: codes('B5'),
  hardlyInside: codes('B6 B7 B9 B12 B15 B16 B18 B19'),
  outline: outline(`
    52.4915 -1.8852 Dartmouth Circus
    52.4866 -1.8798 Ashted Circus
    52.4797 -1.8722 Garrison Circus
    52.4722 -1.8690 Bordesley Circus
    52.4664 -1.8748 Camp Hill Circus
    52.4636 -1.8840 Haden Circus
    52.4645 -1.8985 Belgrave Interchange
    52.4684 -1.9105 Lee Bank Middleway
    52.4720 -1.9188 Five Ways
    52.4785 -1.9246 Ladywood Circus
    52.4845 -1.9225 Spring Hill
    52.4897 -1.9185 Icknield Street
    52.4944 -1.9115 Hockley Circus
    52.4946 -1.8968 New Town Row`),
  fromDay: '2021-06-01',
  source: 'Birmingham City Council: class D, inside the A4540 Middleway, since 1 June 2021',
}

const BATH: ZoneRow = {
  ...cleanAirZone,
  code: 'bath',
  name: 'Bath Clean Air Zone',
  inside: sectors('BA1 1'),
  // Most routes from Weston, Newbridge or Larkhall lead through the zone.
  mostlyInside: ['BA1', ...sectors('BA2 4')],
  hardlyInside: ['BA2', ...sectors('BA1 7;BA1 8;BA1 9')],
  outline: outline(`
    51.3908 -2.3540 Cleveland Place
    51.3912 -2.3612 Camden Crescent
    51.3902 -2.3665 Lansdown Road
    51.3880 -2.3709 Marlborough Buildings
    51.3838 -2.3705 Charlotte Street
    51.3812 -2.3745 Midland Bridge Road
    51.3790 -2.3672 Green Park Road
    51.3771 -2.3622 Churchill Bridge
    51.3763 -2.3563 Rossiter Road
    51.3797 -2.3528 Pulteney Road
    51.3857 -2.3502 Sydney Place
    51.3885 -2.3520 Bathwick Street`),
  fromDay: '2021-03-15',
  source: 'Bath & North East Somerset Council: class C, the city centre, since 15 March 2021',
}

const BRISTOL: ZoneRow = {
  ...cleanAirZone,
  code: 'bristol',
  name: 'Bristol Clean Air Zone',
  inside: sectors('BS1 1;BS1 2;BS1 3;BS1 4;BS1 5;BS1 6'),
  mostlyInside: codes('BS1'),
  hardlyInside: codes('BS2 BS3 BS8'),
  outline: outline(`
    51.4472 -2.6235 Cumberland Basin
    51.4502 -2.6165 Hotwell Road
    51.4535 -2.6075 Jacob’s Wells Road
    51.4560 -2.6015 Park Row
    51.4592 -2.5955 Marlborough Street
    51.4600 -2.5893 St James Barton
    51.4596 -2.5845 Newfoundland Street
    51.4552 -2.5822 Old Market
    51.4500 -2.5832 Temple Circus
    51.4465 -2.5832 Bath Bridge
    51.4459 -2.5925 Bedminster Bridge
    51.4459 -2.6010 Coronation Road
    51.4450 -2.6140 Coronation Road at Ashton Avenue`),
  fromDay: '2022-11-28',
  source: 'Bristol City Council: class D, a small central zone, since 28 November 2022',
}

const BRADFORD: ZoneRow = {
  ...cleanAirZone,
  code: 'bradford',
  name: 'Bradford Clean Air Zone',
  inside: codes('BD1 BD99'),
  mostlyInside: codes('BD3 BD5 BD7 BD8 BD18'),
  hardlyInside: codes('BD2 BD4 BD6 BD9 BD10 BD17'),
  outline: outline(`
    53.7995 -1.7168 Thornbury
    53.8105 -1.7370 Killinghall Road and Bolton Road
    53.8180 -1.7520 King’s Road and Canal Road
    53.8290 -1.7650 Canal Road at Frizinghall
    53.8370 -1.7690 Otley Road, Shipley
    53.8410 -1.7890 Saltaire, the river
    53.8372 -1.7965 Saltaire roundabout
    53.8310 -1.7830 Bradford Road, Shipley
    53.8200 -1.7740 Keighley Road at Lister Park
    53.8095 -1.7755 Queen’s Road and Manningham Lane
    53.8070 -1.7885 Toller Lane
    53.7965 -1.7925 Thornton Road and Cemetery Road
    53.7860 -1.7835 Horton Grange Road
    53.7785 -1.7775 Southfield Lane
    53.7718 -1.7635 Manchester Road
    53.7700 -1.7420 Rooley Lane
    53.7785 -1.7205 Sticker Lane
    53.7900 -1.7150 Laisterdyke`),
  edgeMetres: 400,
  edgeMinutes: 15,
  fromDay: '2022-09-26',
  source:
    'City of Bradford: class C+, the outer ring road and the Aire valley to Shipley and Saltaire, since 26 September 2022',
}

const SHEFFIELD: ZoneRow = {
  ...cleanAirZone,
  code: 'sheffield',
  name: 'Sheffield Clean Air Zone',
  inside: sectors('S1 1;S1 2;S1 3;S1 4;S1 5;S1 6'),
  mostlyInside: ['S1', ...sectors('S3 7;S3 8')],
  hardlyInside: codes('S2 S3 S4 S10 S11'),
  outline: outline(`
    53.3897 -1.4772 Shalesmoor
    53.3886 -1.4695 Derek Dooley Way at Corporation Street
    53.3882 -1.4600 Derek Dooley Way at the Wicker
    53.3838 -1.4563 Parkway
    53.3824 -1.4590 Park Square
    53.3785 -1.4630 Sheaf Street
    53.3745 -1.4648 Granville Square
    53.3722 -1.4730 Bramall Lane
    53.3735 -1.4788 St Mary’s Gate
    53.3755 -1.4822 Hanover Way
    53.3812 -1.4853 Upper Hanover Street
    53.3828 -1.4850 Brook Hill
    53.3875 -1.4818 Netherthorpe Road`),
  fromDay: '2023-02-27',
  source: 'Sheffield City Council: class C, the inner ring road and what it encloses, since 27 February 2023',
}

const TYNESIDE: ZoneRow = {
  ...cleanAirZone,
  code: 'tyneside',
  name: 'Tyneside Clean Air Zone',
  inside: sectors('NE1 1;NE1 3;NE1 5;NE1 6;NE1 7'),
  mostlyInside: codes('NE1'),
  hardlyInside: ['NE2', 'NE4', ...sectors('NE8 1;NE8 2;NE8 3')],
  outline: outline(`
    54.9800 -1.6125 Haymarket
    54.9742 -1.6040 New Bridge Street and the central motorway
    54.9703 -1.6072 Swan House
    54.9655 -1.6045 Tyne Bridge, Gateshead
    54.9640 -1.6085 Askew Road
    54.9618 -1.6160 Redheugh Bridge, Gateshead
    54.9665 -1.6192 Redheugh Bridge, Newcastle
    54.9705 -1.6222 St James’ Boulevard
    54.9757 -1.6225 Gallowgate
    54.9792 -1.6180 Queen Victoria Road`),
  fromDay: '2023-01-30',
  source: 'Newcastle and Gateshead Councils: class C, central Newcastle and the Tyne bridges, since 30 January 2023',
}

/** A few streets, which no outline of ours could tell apart, so an answer is always approximate. */
const OXFORD: ZoneRow = {
  ...cleanAirZone,
  code: 'oxford',
  name: 'Oxford Zero Emission Zone',
  inside: [],
  mostlyInside: codes('OX1'),
  outline: null,
  edgeMinutes: 5,
  fromDay: '2022-02-28',
  checkBy: CHECK_SOON,
  source: 'Oxfordshire County Council: zero-emission zone pilot of nine central streets, since 28 February 2022',
}

const GLASGOW: ZoneRow = {
  ...scottishZone,
  code: 'glasgow',
  name: 'Glasgow Low Emission Zone',
  inside: codes('G2'),
  mostlyInside: codes('G1'),
  hardlyInside: codes('G3 G4'),
  outline: outline(`
    55.8660 -4.2712 M8 at Charing Cross
    55.8600 -4.2708 M8 at Anderston
    55.8568 -4.2695 Kingston Bridge
    55.8561 -4.2620 Broomielaw
    55.8553 -4.2540 Clyde Street
    55.8537 -4.2478 Saltmarket at the river
    55.8567 -4.2438 Glasgow Cross
    55.8603 -4.2390 High Street
    55.8640 -4.2365 Castle Street
    55.8668 -4.2385 M8 junction 15
    55.8702 -4.2545 M8 junction 16
    55.8706 -4.2640 M8 junction 17`),
  fromDay: '2023-06-01',
  source: 'Glasgow City Council: between the M8, the Clyde, Saltmarket and High Street, enforced since 1 June 2023',
}

const EDINBURGH: ZoneRow = {
  ...scottishZone,
  code: 'edinburgh',
  name: 'Edinburgh Low Emission Zone',
  inside: sectors('EH1 1;EH1 2'),
  mostlyInside: ['EH1', 'EH2', ...sectors('EH3 8;EH3 9;EH8 9')],
  hardlyInside: ['EH3', 'EH8', ...sectors('EH7 5;EH9 1;EH12 5')],
  outline: outline(`
    55.9520 -3.2140 Queensferry Street
    55.9531 -3.2080 Queen Street, west
    55.9560 -3.1925 Queen Street, east
    55.9563 -3.1868 Picardy Place
    55.9543 -3.1775 Regent Road
    55.9543 -3.1720 Abbeyhill
    55.9524 -3.1735 Holyrood
    55.9493 -3.1805 Pleasance
    55.9437 -3.1795 St Leonard’s Street
    55.9403 -3.1815 Hope Park Terrace
    55.9417 -3.2010 Melville Drive at Tollcross
    55.9428 -3.2080 Fountainbridge
    55.9456 -3.2170 Haymarket
    55.9490 -3.2165 Palmerston Place`),
  fromDay: '2024-06-01',
  source:
    'City of Edinburgh Council: the city centre between Queen Street and Melville Drive, enforced since 1 June 2024',
}

const ABERDEEN: ZoneRow = {
  ...scottishZone,
  code: 'aberdeen',
  name: 'Aberdeen Low Emission Zone',
  inside: sectors('AB10 1'),
  mostlyInside: sectors('AB11 6;AB25 1'),
  hardlyInside: ['AB10', 'AB11', 'AB25'],
  outline: outline(`
    57.1424 -2.1138 Holburn Junction
    57.1455 -2.1130 Rose Street and Esslemont Avenue
    57.1479 -2.1070 Rosemount Viaduct
    57.1497 -2.0985 Upperkirkgate
    57.1478 -2.0925 Virginia Street
    57.1455 -2.0948 Market Street
    57.1440 -2.0990 Guild Street
    57.1428 -2.1030 College Street
    57.1416 -2.1085 Justice Mill Lane`),
  fromDay: '2024-06-01',
  source: 'Aberdeen City Council: around Union Street, enforced since 1 June 2024',
}

const DUNDEE: ZoneRow = {
  ...scottishZone,
  code: 'dundee',
  name: 'Dundee Low Emission Zone',
  inside: sectors('DD1 1;DD1 2;DD1 3'),
  mostlyInside: codes('DD1'),
  hardlyInside: sectors('DD1 5;DD1 9'),
  outline: outline(`
    56.4625 -2.9768 West Marketgait at Dudhope
    56.4641 -2.9715 North Marketgait
    56.4643 -2.9655 East Marketgait
    56.4618 -2.9603 Trades Lane
    56.4587 -2.9660 Dock Street
    56.4571 -2.9725 South Marketgait
    56.4590 -2.9772 Marketgait at West Port`),
  fromDay: '2024-05-30',
  source: 'Dundee City Council: inside the A991 inner ring road, enforced since 30 May 2024',
}

export const ZONES: readonly ZoneRow[] = [
  ULEZ,
  CONGESTION,
  BIRMINGHAM,
  BATH,
  BRISTOL,
  BRADFORD,
  SHEFFIELD,
  TYNESIDE,
  OXFORD,
  GLASGOW,
  EDINBURGH,
  ABERDEEN,
  DUNDEE,
]

/** Greater London is what the ULEZ covers. */
export const LONDON = ULEZ
