// A map of selected roads in the south-east, drawn by hand; decorative, so hidden from screen readers.
const minorRoads =
  'M560 420 690 520 840 560 960 600M540 560 700 610 850 620M900 460 1040 560 1120 640M1000 420 1010 560M620 120 700 230M560 40 640 200M960 120 1080 60M1000 230 1120 250M1040 120 1060 250M1100 420 1160 560M720 470 745 560M700 180 800 110 900 120M1180 420 1250 520M1130 200 1250 210'

const aRoads =
  'M795 302 760 330 700 372 610 462 500 650M795 302 835 352M790 410 745 655M795 302 850 340 905 405 985 560 1000 676M-200 690 360 664 560 660 745 655 850 664 960 662 1000 676 1130 640M795 302 870 270 960 230 1080 165 1290 60 1384 30M795 302 900 312 1010 316 1130 300M795 302 700 272 640 262M795 302 745 230 742 160M795 302 850 352 930 355M795 302 822 240 816 184M862 244 900 195M835 352 790 410M795 302 730 306 661 302'

const motorways =
  'M790 187 690-10M815 184 850-10M880 190 960-10M930 355 1060 372 1290 350 1400 372M960 385 1100 460 1300 530 1396 560M835 415 832 500M672 345 540 420 380 500 40 640M661 300 480 288-10 330-900 350M672 260 540 140 440-10 300-200M660 300C662 235 720 190 800 184 890 178 975 220 985 290 992 350 930 405 850 415 760 425 660 380 660 300Z'

const chosenRoute = 'M862 244 868 280 850 312 838 352 836 415 832 500 842 585 852 664'

/** The home page's road atlas: muted motorways, A-roads and B-roads, and one highlighted route. */
export function Atlas() {
  return (
    <svg viewBox="0 0 1280 760" preserveAspectRatio="xMidYMid slice">
      <rect fill="#f3eedd" x="-900" y="-200" width="3000" height="1200" />
      <path
        fill="#dfe8d0"
        d="M560 520q60-40 110-10t20 70-110 20-20-80ZM880 500q70-20 120 20t-30 70-110-20 20-70ZM1050 500q60-30 90 10t-50 50-40-60ZM560 190q50-40 80 0t-40 50-40-50Z"
      />
      <path
        fill="#e6decb"
        d="M700 250q60-60 140-50t110 70-20 110-140 30-110-60 20-100ZM815 632q40-14 80 4t20 30-90 6-10-40Z"
      />
      <path
        fill="#d6e7ea"
        d="M-900 716Q200 716 300 696T470 676 640 670 745 668 850 682Q930 704 1000 716 1070 700 1130 656 1200 622 1345 604 1408 590 1412 520T1442 400Q1440 330 1345 318 1260 324 1200 316 1150 330 1110 312 1050 312 1000 300 1040 292 1100 276 1200 250 1345 236 1400 180 1392 100T1424-200H2100V1000H-900Z"
      />
      <path
        fill="none"
        stroke="#e4dcc6"
        d="M640 0V760M800 0V760M960 0V760M1120 0V760M480 0V760M320 0V760M160 0V760M-900 160H2100M-900 320H2100M-900 480H2100M-900 640H2100M0 0V760M-160 0V760M-320 0V760M1280 0V760M1440 0V760M1600 0V760"
      />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path
          stroke="#c3dbe0"
          strokeWidth="7"
          d="M330 250Q420 230 470 262T560 300 640 312Q690 330 720 316T778 300 822 306 866 296 905 306 960 296 1010 302"
        />
        <g id="minor">
          <path stroke="#cfc5ac" strokeWidth="4.5" d={minorRoads} />
          <path stroke="#fffdf6" strokeWidth="3" d={minorRoads} />
        </g>
        <path
          stroke="#e9c765"
          strokeWidth="3.5"
          d="M600 470 780 500 835 500 960 490 1100 470M745 560 850 590 1000 560M640 230 780 240M760 186 770 300M905 306 1000 250 1080 165M1030 430 1210 390M855 120 960 120"
        />
        <g>
          <path stroke="#3f7d5f" strokeWidth="7" d={aRoads} />
          <path stroke="#6da98a" strokeWidth="5" d={aRoads} />
        </g>
        <g>
          <path stroke="#5b82b6" strokeWidth="9.5" d={motorways} />
          <path stroke="#86a9d6" strokeWidth="7" d={motorways} />
        </g>
        <path stroke="#13211b" strokeWidth="13" d={chosenRoute} />
        <path className="at-r" stroke="#ffd21f" strokeWidth="8.5" strokeDasharray="1" pathLength="1" d={chosenRoute} />
      </g>
      <g className="at-n" fontFamily="var(--font)" fontWeight="720" fontSize="11.5" fill="#fff" textAnchor="middle">
        <g fill="#2f62a5">
          <rect x="726" y="84" width="34" height="18" />
          <rect x="912" y="84" width="38" height="18" />
          <rect x="962" y="330" width="38" height="18" />
          <rect x="1036" y="424" width="38" height="18" />
          <rect x="588" y="380" width="32" height="18" />
          <rect x="566" y="284" width="32" height="18" />
          <rect x="782" y="446" width="38" height="18" />
        </g>
        <g fill="#2b6f4e">
          <rect x="1140" y="118" width="36" height="18" />
          <rect x="590" y="466" width="30" height="18" />
          <rect x="938" y="490" width="36" height="18" />
          <rect x="640" y="648" width="36" height="18" />
        </g>
        <text x="743" y="97">
          M1
        </text>
        <text x="931" y="97">
          M11
        </text>
        <text x="981" y="343">
          M25
        </text>
        <text x="1055" y="437">
          M20
        </text>
        <text x="604" y="393">
          M3
        </text>
        <text x="582" y="297">
          M4
        </text>
        <text x="801" y="459">
          M23
        </text>
        <text x="1158" y="131">
          A12
        </text>
        <text x="605" y="479">
          A3
        </text>
        <text x="956" y="503">
          A21
        </text>
        <text x="658" y="661">
          A27
        </text>
      </g>
      <g fill="#fffdf6" stroke="#13211b" strokeWidth="2">
        <circle cx="838" cy="352" r="6" />
        <circle cx="832" cy="500" r="6" />
        <circle cx="690" cy="80" r="5" />
        <circle cx="622" cy="448" r="5" />
        <circle cx="1072" cy="408" r="5" />
        <circle cx="1082" cy="165" r="5" />
        <circle cx="1208" cy="240" r="5" />
        <circle cx="1216" cy="390" r="5" />
        <circle cx="985" cy="560" r="5" />
        <circle cx="745" cy="655" r="5" />
      </g>
      <g
        fontFamily="var(--font)"
        fontWeight="600"
        fontSize="14"
        fill="#3d4a43"
        stroke="#f3eedd"
        strokeWidth="4"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        <text fontSize="19" fontWeight="720" letterSpacing="0.16em" x="714" y="330">
          LONDON
        </text>
        <text x="640" y="76">
          Luton
        </text>
        <text x="600" y="440" textAnchor="end">
          Guildford
        </text>
        <text x="1084" y="404">
          Maidstone
        </text>
        <text x="1094" y="182">
          Chelmsford
        </text>
        <text x="1172" y="228">
          Southend
        </text>
        <text x="1196" y="380">
          Canterbury
        </text>
        <text x="996" y="552">
          Tunbridge Wells
        </text>
        <text x="734" y="644" textAnchor="end">
          Worthing
        </text>
        <text x="776" y="372">
          Croydon
        </text>
        <text x="768" y="506">
          Crawley
        </text>
        <text fontSize="16" fontWeight="720" fill="#13211b" x="886" y="240">
          Walthamstow
        </text>
        <text fontSize="16" fontWeight="720" fill="#13211b" x="834" y="652" textAnchor="end">
          Brighton
        </text>
        <text fontSize="13" letterSpacing="0.22em" fill="#54808a" stroke="none" x="560" y="726">
          ENGLISH CHANNEL
        </text>
      </g>
      <g fontFamily="Overpass Variable" fontWeight="800" fontSize="15" textAnchor="middle">
        <circle cx="862" cy="240" r="14" fill="#fff" stroke="#13211b" strokeWidth="3" />
        <text x="862" y="245.5">
          A
        </text>
        <circle cx="852" cy="668" r="14" fill="#13211b" stroke="#fff" strokeWidth="2" />
        <text x="852" y="673.5" fill="#fff">
          B
        </text>
      </g>
    </svg>
  )
}
