import { HIGHLIGHTED, REGIONS, TOPICS } from '#modules/content/rules.ts'
import { SelectField, TextareaField } from '#web/ui/field.tsx'
import { LinePart, type Fields } from './page-parts.tsx'

/** What only pages of this kind say. */
export function KindPart(fields: Fields) {
  const { kind } = fields.draft
  if (kind === 'article') return <ArticleFields {...fields} />
  if (kind === 'service')
    return (
      <LinePart
        of="notYet"
        label="Why it can’t be booked yet"
        hint="Empty once it can be booked."
        optional
        isLong
        {...fields}
      />
    )
  return kind === 'location' ? <LocationFields {...fields} /> : null
}

const ArticleFields = ({ draft, change, errors }: Fields) => (
  <>
    <LinePart
      of="excerpt"
      label="Excerpt"
      hint="Below the title, and in the list of articles."
      isLong
      {...{ draft, change, errors }}
    />
    <div className="fields">
      <SelectField
        label="Topic"
        width="third"
        value={draft.topic}
        error={errors['topic']}
        onChange={({ target }) => change({ topic: target.value })}
      >
        {TOPICS.map((topic) => (
          <option key={topic}>{topic}</option>
        ))}
      </SelectField>
      <SelectField
        label="Featured"
        width="third"
        value={draft.highlighted}
        error={errors['highlighted']}
        onChange={({ target }) => change({ highlighted: target.value })}
      >
        <option value="">No</option>
        {HIGHLIGHTED.map((place) => (
          <option key={place} value={place}>
            Position {place}
          </option>
        ))}
      </SelectField>
    </div>
    <LinePart of="author" label="Author" {...{ draft, change, errors }} />
  </>
)

const LocationFields = ({ draft, change, errors }: Fields) => (
  <>
    <SelectField
      label="Region"
      value={draft.region}
      error={errors['region']}
      onChange={({ target }) => change({ region: target.value })}
    >
      {REGIONS.map((region) => (
        <option key={region}>{region}</option>
      ))}
    </SelectField>
    <TextareaField
      label="Districts"
      hint="One in a line, such as BN1 Brighton. Three to eight."
      rows={5}
      value={draft.districts}
      error={errors['districts']}
      onChange={({ target }) => change({ districts: target.value })}
    />
    <TextareaField
      label="Typical moves"
      hint="Three, one in a line: room, flat or house, such as flat BN2 Kemptown > BN3 Hove."
      rows={3}
      value={draft.moves}
      error={errors['moves']}
      onChange={({ target }) => change({ moves: target.value })}
    />
  </>
)
