/**
 * The drawings that every `Van` and `Person` of a page refers to: once a page, in the root. Drawn in centimetres, so that a
 * metre is the same length on every van; the load space is the length by height of spec §9.
 */
export function VanSprite() {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="cartons" width="104" height="74" patternUnits="userSpaceOnUse">
          <path
            className="van__carton"
            d="M0 0H104M0 42H104M0 0V42M62 0V42M38 42V74M104 42V74M31 0V11M83 0V11M19 42V51M71 42V51"
          />
        </pattern>
        <clipPath id="bay-luton">
          <path d="M14 14H494V92H414V232H14Z" />
        </clipPath>
      </defs>
      <symbol id="van-small" viewBox="0 0 446 190">
        <path
          className="van__body"
          d="M8 148V18Q8 6 20 6H250Q272 7 288 20L342 74 410 88Q434 93 437 116L440 148Q440 156 431 156H400A40 40 0 0 0 320 156H122A40 40 0 0 0 42 156H16Q8 156 8 148Z"
        />
        <rect className="van__bay" x="14" y="12" width="170" height="120" />
      </symbol>
      <symbol id="van-small-top" viewBox="0 0 446 190">
        <rect className="van__edge" x="14" y="12" width="170" height="120" />
        <path className="van__glass" d="M206 24H250Q264 24 275 35L316 76H206Z" />
        <path className="van__line" d="M196 140V16M316 76Q326 96 320 140M208 94H224M404 104 428 110M8 112H14" />
        <g className="van__wheel">
          <circle cx="82" cy="158" r="31" />
          <circle cx="360" cy="158" r="31" />
        </g>
        <g className="van__hub">
          <circle cx="82" cy="158" r="15" />
          <circle cx="360" cy="158" r="15" />
        </g>
      </symbol>
      <symbol id="van-medium" viewBox="0 0 502 206">
        <path
          className="van__body"
          d="M8 164V20Q8 6 22 6H322Q346 7 362 23L418 84 468 98Q490 104 493 130L496 163Q496 172 486 172H440A42 42 0 0 0 356 172H147A42 42 0 0 0 63 172H16Q8 172 8 164Z"
        />
        <rect className="van__bay" x="14" y="14" width="240" height="140" />
      </symbol>
      <symbol id="van-medium-top" viewBox="0 0 502 206">
        <rect className="van__edge" x="14" y="14" width="240" height="140" />
        <path className="van__glass" d="M276 26H324Q338 26 348 37L392 86H276Z" />
        <path className="van__line" d="M266 156V18M392 86Q402 110 396 156M278 106H296M456 116 484 124M8 126H14" />
        <g className="van__wheel">
          <circle cx="105" cy="173" r="33" />
          <circle cx="398" cy="173" r="33" />
        </g>
        <g className="van__hub">
          <circle cx="105" cy="173" r="16" />
          <circle cx="398" cy="173" r="16" />
        </g>
      </symbol>
      <symbol id="van-large" viewBox="0 0 700 276">
        <path
          className="van__body"
          d="M8 232V24Q8 6 26 6H462Q492 8 510 34L584 136 662 156Q687 162 690 192L694 230Q694 240 684 240H636A46 46 0 0 0 544 240H204A46 46 0 0 0 112 240H18Q8 240 8 232Z"
        />
        <rect className="van__bay" x="14" y="15" width="420" height="193" />
      </symbol>
      <symbol id="van-large-top" viewBox="0 0 700 276">
        <rect className="van__edge" x="14" y="15" width="420" height="193" />
        <path className="van__glass" d="M458 72H507Q514 72 519 79L560 138H458Z" />
        <path className="van__line" d="M446 224V14M560 138Q574 168 566 224M460 160H480M640 178 680 188M8 176H14" />
        <g className="van__wheel">
          <circle cx="158" cy="241" r="35" />
          <circle cx="590" cy="241" r="35" />
        </g>
        <g className="van__hub">
          <circle cx="158" cy="241" r="17" />
          <circle cx="590" cy="241" r="17" />
        </g>
      </symbol>
      <symbol id="van-luton" viewBox="0 0 662 322">
        <path
          className="van__body"
          d="M428 106H506Q524 107 535 124L572 182 626 197Q648 203 651 230L655 270Q655 280 645 280H608A46 46 0 0 0 516 280H428Z"
        />
        <path className="van__line" d="M8 252H428" />
        <path className="van__body" d="M6 240V14Q6 6 14 6H486Q500 6 501 20L503 90Q503 100 493 100H422V240Z" />
        <path className="van__bay" d="M14 14H494V92H414V232H14Z" />
      </symbol>
      <symbol id="van-luton-top" viewBox="0 0 662 322">
        <path className="van__edge" d="M14 14H494V92H414V232H14Z" />
        <path className="van__glass" d="M444 124H502Q510 124 515 131L547 184H444Z" />
        <path
          className="van__line"
          d="M434 266V112M547 184Q560 210 553 262M448 206H466M604 216 642 226M212 252V274H428"
        />
        <g className="van__wheel">
          <circle cx="150" cy="286" r="35" />
          <circle cx="562" cy="286" r="35" />
        </g>
        <g className="van__hub">
          <circle cx="150" cy="286" r="17" />
          <circle cx="562" cy="286" r="17" />
        </g>
      </symbol>
      <symbol id="person" viewBox="0 0 64 178">
        <circle className="person__ink" cx="32" cy="17" r="14" />
        <path
          className="person__ink"
          d="M16 38H48Q58 38 58 49V94Q58 100 52.5 100T47 94V100L45 170Q45 176 39 176T33 170V112H31V170Q31 176 25 176T19 170L17 100V94Q17 100 11.5 100T6 94V49Q6 38 16 38Z"
        />
        <path className="person__vest" d="M19 42H26L32 54 38 42H45V90H19Z" />
      </symbol>
    </svg>
  )
}
