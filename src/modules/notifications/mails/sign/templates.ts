import { escapeHtml, type MailSign } from '../../rules.ts'
import { FONT, INK, SIGN_INK, TABLE } from '../rules.ts'

/** The move in the green head: when, and the line from A to B (the design's `email.html`). */

type Stop = MailSign['stops'][number]

export const signText = ({ when, stops }: MailSign): string =>
  [when, ...stops.map(({ name, detail }, index) => `${pinOf(index, stops.length)}: ${lineOf({ name, detail })}`)].join(
    '\n',
  )

const lineOf = ({ name, detail }: Stop): string => [name, detail].filter(Boolean).join(', ')

const pinOf = (index: number, count: number): string => (index === 0 ? 'A' : index === count - 1 ? 'B' : String(index))

export const signHtml = ({ when, stops }: MailSign): string =>
  `<p style="margin:8px 0 0;font:bold 17px/24px ${FONT};color:#ffffff">${escapeHtml(when)}</p>` +
  (stops.length > 0
    ? `<table ${TABLE} style="margin-top:14px">${stops.map((stop, index) => stopHtml(stop, index, stops.length)).join(ROAD)}</table>`
    : '')

const ROAD =
  '<tr><td width="28" height="12" style="font-size:1px;line-height:12px"><div style="width:4px;height:12px;margin-left:10px;background:#ffffff;font-size:1px">&nbsp;</div></td><td></td></tr>'

function stopHtml({ name, detail }: Stop, index: number, count: number): string {
  const [edge, ground, ink] = index === count - 1 ? ['#ffffff', INK, '#ffffff'] : [INK, '#ffffff', INK]
  const pin = `display:inline-block;width:20px;height:20px;border:2px solid ${edge};border-radius:12px;background:${ground};font:bold 13px/20px Arial,sans-serif;text-align:center;color:${ink}`
  const more = detail ? `<br><span style="color:${SIGN_INK}">${escapeHtml(detail)}</span>` : ''
  return (
    `<tr><td valign="top" width="28" style="padding-top:2px"><span style="${pin}">${pinOf(index, count)}</span></td>` +
    `<td style="padding-left:10px;font:16px/22px ${FONT};color:#ffffff;overflow-wrap:anywhere"><b>${escapeHtml(name)}</b>${more}</td></tr>`
  )
}
