// Turns of phrase that say an amount or a thing in a roundabout way, and the plain words of a list for them.

const STAYING = String.raw`(?:is |are )?(?:staying|stays?|not coming|not going|not moving|being left|to be left)`
const COMING = String.raw`(?:is |are )?(?:coming|going|moving|to (?:come|go|be moved))`
const SOME = String.raw`\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten`
const THINGS = String.raw`[\p{L}-]{3,20}(?: [\p{L}-]{3,20}){0,2}`
const SIZES = 'small|medium|large|big|bigger|smaller|little|tall|double|single|wooden|old|new'
const SORTS = String.raw`(?:super )?king(?:[- ]size)?|queen|double|single|corner|upright|grand|digital|extending|round|american|(?:[234]|two|three|four)[- ]seater`

const YES = String.raw`(?: is| are)? ?(?::|-|=)? ?(?:yes|yep|yeah)`

/** Phrases that state an amount, each with its replacement in the plain words of a list. */
const PHRASES: readonly [RegExp, string][] = [
  // "1,200 books"; "12,150,300" and "Boxes,1,200" are cells of a table. A space that holds a number together is not an ordinary one.
  [
    /(?<![\d,.'\u00A0\u2009\u202F])(\d{1,3})[,'\u00A0\u2009\u202F](\d{3})(?:[,'\u00A0\u2009\u202F](\d{3}))?(?!\d|[,.]\d)/gu,
    '$1$2$3',
  ],
  // "bike (cost 1200)"
  [
    /\b(?:costs?|costing|worth|valued at|paid|bought for|price) ?:? ?(?:about |around |over )?£?\d+k?\b(?! ?\p{L})/giu,
    '',
  ],
  // "Two of the bookcases are staying, three are coming"
  [
    new RegExp(
      String.raw`\b(${SOME}) of (?:the |my |our )?(${THINGS}?) (${STAYING}),? (?:and |but )?(${SOME})(?: of them)? ${COMING}\b`,
      'giu',
    ),
    '$4 $2, $1 $2 staying',
  ],
  [
    new RegExp(
      String.raw`\b(${SOME}) of (?:the |my |our )?(${THINGS}?) ${COMING},? (?:and |but )?(?:${SOME})(?: of them)? ${STAYING}\b`,
      'giu',
    ),
    '$1 $2',
  ],
  // "3 of the 5 bookcases"
  [new RegExp(String.raw`\b(${SOME}) of (?:the |my |our )(?:${SOME}) (?=\p{L})`, 'giu'), '$1 '],
  // "12 chairs (staying: 4)", "3 wardrobes (1 is fitted so stays)"
  [
    new RegExp(String.raw`\((?:staying|stays|leaving|not (?:coming|going|taking)) ?[:=-]? ?(${SOME})\)`, 'giu'),
    '($1 staying)',
  ],
  [
    new RegExp(
      String.raw`\((${SOME}) (?:is |are |of them (?:is |are )?)?[\p{L} ]{1,30}?(?:so|and),? (?:it |they |that )?${STAYING}\)`,
      'giu',
    ),
    '($1 staying)',
  ],
  // "20 medium boxes and 5 large ones"
  [
    new RegExp(
      String.raw`\b(?<size>${SIZES}) (?<things>\p{L}{3,15})(?<joint> and|,| plus| &)(?<amount> [\p{L}\d]{1,8})? (?<other>${SIZES}) ones?\b`,
      'giu',
    ),
    '$<size> $<things>$<joint>$<amount> $<other> $<things>',
  ],
  // "dining table for six" seats them
  [
    new RegExp(String.raw`\b((?:dining|kitchen|round|oak|pine|garden|patio) )?table for (${SOME})\b(?! \p{L})`, 'giu'),
    '$2 seater $1table',
  ],
  // "The sofa is a corner one."
  [
    new RegExp(
      String.raw`(?<=^|[\n.!?] ?)(?:the|my|our) (\p{L}{3,12}) is (?:a |an )?(${SORTS})(?: one)?(?=[.!,]|$)`,
      'giu',
    ),
    '$2 $1',
  ],
  // "a wardrobe that needs dismantling, and 2 that don't"
  [
    new RegExp(
      String.raw`\b(?:a|an|one) (\p{L}{3,15}) (?:that|which) (?:needs?|is|has|can)[^,.\n]{0,40},? and (${SOME}) (?:that|which) (?:don't|doesn't|aren't|can't|do\s+not)\b`,
      'giu',
    ),
    'one $1, $2 $1',
  ],
  [/\b(?:1\.5|1 ?½|1 1\/2|one and a half) dozen\b/giu, '18'],
  [/\b(?:2\.5|2 ?½|2 1\/2|two and a half) dozen\b/giu, '30'],
  [/\ba half[- ]dozen\b/giu, 'half a dozen'],
  [/(?:\b1\/2|½) (?:a )?(?=dozen\b)/giu, 'half a '],
  // "a couple of dozen boxes", "a few dozen", "a score of"
  [/\b(?:a )?(?:couple|pair) (?:of )?dozen\b(?: of\b)?/giu, '24'],
  [/\b(?:a )?few dozen\b(?: of\b)?/giu, '36'],
  [/\b(?:a|one) score of\b/giu, '20'],
  // "ikea kallax 2x4 x2"
  [/(?<=^|[\n,;] ?)(\p{L}[\p{L} ]{2,25} \dx\d) x ?(\d{1,2})(?=[,;.\n]|$)/giu, '$2 x $1'],
  // "3 piece suite (3 seater + 2 chairs)"
  [
    /\b(?:3|three)[- ]piece suite ?\((?:a |1 x |1 )?([234])[- ]?seater(?: sofa)?,? ?(?:\+|and|&|plus|with|,) ?(?:2|two) (?:x )?(?:arm ?)?chairs\)/giu,
    '$1 seater sofa, 2 armchairs',
  ],
  // "the wardrobe's staying but the drawers are coming", "the wardrobe isn't"
  [new RegExp(String.raw`(?<=\b\p{L}{3,20})'s (?=${STAYING}|${COMING})`, 'giu'), ' is '],
  [/\b(isn't|aren't|is not|are not)(?= ?(?:[,;.\n]|$))/giu, '$1 coming'],
  [/\bc\/w\b/giu, 'with'],
  // "All the garden stuff: table, 6 chairs"
  [
    /(?<=^|\n)(?:all )?(?:of )?(?:the |our |my )?(garden|kitchen|office|patio|outdoor|bathroom) (?:stuff|things|bits|items|furniture) ?(?=[-:])/gimu,
    '$1 ',
  ],
  // "2 leather sofas (3 & 2 seater)"
  [
    /\b2 ((?:leather |fabric |matching )?(?:sofas|settees|couches)) \(([1-4]) ?(?:&|\+|and) ?([1-4])[- ]?(?:seaters?|seats)\)/giu,
    '1 x $2 seater sofa, 1 x $3 seater sofa',
  ],
  [/\b(rm|room) (\d)(?= ?:)/giu, 'bedroom $2'],
  [/\b(?:garden|patio|outdoor) furniture(?: set)? ?\(([^()\n]{3,60})\)/giu, '\ngarden: $1\n'],
  // "sofa yes, bed yes"
  [new RegExp(String.raw`(?<=^|[\n,;.?] ?)(\p{L}[\p{L} -]{2,25}?)${YES}(?=[,;.\n]|$)`, 'giu'), '$1'],
  [/, qty:? ?(\d{1,3})(?=[;\n]|$)/giu, ' x $1'],
  // "120 books in 4 boxes": what is carried is the boxes
  [
    new RegExp(
      String.raw`(?<=^|[\n,;.] ?)(?:about |around )?[\p{L}\d ]{0,24}books in ((?:${SOME}|\d+) (?:\p{L}{3,8} )?(?:boxes|crates|bags))`,
      'giu',
    ),
    '$1',
  ],
  [/\b(skis|ski poles) ?\((\d) pairs?\)/giu, '$1 x $2'],
  // What the driver is asked to bring is none of theirs.
  [
    /(?<=^|[\n.!?] ?)(?:please |pls |can you |could you ){0,2}(?:bring|provide|supply) (?:some |your |a few |plenty of |enough ){0,2}(?:blankets?|straps?|tools?|trolleys?|wrap|bubble wrap|ropes?|sack trucks?|dust sheets?|packing)\b[^\n.!?]{0,60}/giu,
    '',
  ],
]

export const simplifyPhrases = (text: string): string =>
  PHRASES.reduce((simplified, [phrase, plain]) => simplified.replace(phrase, plain), text)
