import type { PageHandle } from '#web/kit/page/root-data.ts'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import type { Route } from './+types/privacy-policy'
import { PolicyPage, PolicyTable, type Section } from './policy-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy and Cookie Policy',
    description:
      'What Vanfare knows about you, why, who sees it, how long it is kept, and how to get a copy or have it erased.',
    path: '/privacy-policy',
    image: shareImageOf('root', 'privacy-policy'),
  })

export default function PrivacyPolicy() {
  return (
    <PolicyPage
      title="Privacy and Cookie Policy"
      lead="What we know about you, why, who sees it and how long we keep it. We do not sell data, and we do not follow you around."
      inForce="In force from Tuesday 24 November 2026"
      sections={sections}
    />
  )
}

const sections: readonly Section[] = [
  {
    id: 'who',
    heading: 'Who is responsible',
    text: (
      <p>
        The company behind Vanfare, named in full at the <a href="#reach-us">end of this page</a> with its address,
        phone and email, decides why and how the data on this page is used. It is the controller under UK data
        protection law (the UK GDPR and the Data Protection Act 2018). The company you book is a controller of its own
        for what it does with your address and phone number to carry out the move.
      </p>
    ),
  },
  {
    id: 'what',
    heading: 'What we hold, why, and for how long',
    text: (
      <>
        <PolicyTable
          caption="What we hold, why, and for how long"
          head={['What', 'Why (and the legal ground)', 'How long']}
          rows={[
            [
              'Your account: name, email, phone, password (only as a hash that cannot be turned back), the addresses and moves that you save',
              'To let you book and come back (contract)',
              'Until you close the account, then 30 days in which you can return. An account whose email address nobody confirmed: 30 days',
            ],
            [
              'A search: postcodes, date, time, items, stairs',
              'To work out prices, and to be able to say why a company was or was not shown (contract; our legitimate interest in a fair order)',
              'Half an hour as you typed it; then only districts, date, time, van and help, for 30 days',
            ],
            [
              'A list that you hand over by a code or share by a link: items, postcodes, stairs, day, van and crew; no names, numbers, house numbers or notes',
              'To carry on at another device, or show it to somebody (contract)',
              'An hour until the code is entered, then a day; by a link, 30 days',
            ],
            [
              'A booking: addresses, contacts at each end, items, notes, price, what happened',
              'To carry out the move and settle disputes about it (contract; legitimate interest)',
              'While you have an account. After that only what billing records need (day, distance, districts, price) for 6 years after the tax year. A booking whose email address nobody confirmed: 7 days after its date',
            ],
            [
              'Where you came from when you booked: the name of the website that led you here, and the campaign words of the address (utm_source and its like). Sent with the booking and kept nowhere in your browser',
              'To know which of our links are worth it (legitimate interest)',
              'The same as the booking; erased when you close your account',
            ],
            [
              'Photos of what is to be moved, with the place and camera data removed',
              'So that the company knows what to expect (contract)',
              '90 days after the move; those of a claim for damage, 90 days after it is settled or decided; photos that never became part of a booking, one day',
            ],
            [
              'The day of the move: when the van came, began, paused and finished, what was agreed on the way, names under it, photos',
              'To work out what the day costs, and to be able to show both sides how it went (contract; legitimate interest)',
              'While you have an account; its photos 90 days. Then times and numbers stay, in a record that nobody can change, without your words and names',
            ],
            [
              'Where the van is, if its driver agrees: only the last place, shown to you alone while it is on the way',
              'So that you know when it comes (consent of the driver)',
              'Until it is there, and in any case not a day',
            ],
            [
              'For drivers: the minutes in which your phone called us while a job of yours was on',
              'To tell a time that was kept without signal from one that is dated back (legitimate interest)',
              '3 days',
            ],
            [
              'Messages between you and the company, with photos; where one is reported, our office reads it',
              'To arrange the move (contract; legitimate interest)',
              'While you have an account; the photos 90 days',
            ],
            [
              'A claim for damage: the things, what you say of them and what the company and our office answered',
              'To settle it (contract; legitimate interest)',
              'While you have an account; then only what was decided, without your words',
            ],
            [
              'An address by which your browser can be sent notifications, if you switch them on',
              'To tell you about your booking there (consent)',
              'Until you switch them off, or that login ends',
            ],
            [
              'A review that you give: marks, words, your first name, both towns and the month, which everybody can read',
              'So that the next customer can choose (legitimate interest)',
              'While the company is listed; your name goes when you close your account',
            ],
            [
              'Emails and text messages that we sent you, with what was attached',
              'To tell you about your bookings and your account, and to be able to show that we did (contract; legitimate interest)',
              '90 days',
            ],
            [
              'Statements, invoices and credit notes',
              'Tax law demands them (legal obligation)',
              '6 years after the tax year, even if the account is closed',
            ],
            [
              'For companies: documents of driver and van, bank details, tax details',
              'To check who moves people’s homes, to pay, and to report as tax law demands of platforms (contract; legal obligation)',
              'While the company works with us, then 30 days. Legal name, address and tax numbers of a company that did jobs through us: 6 years more',
            ],
            [
              'For companies: the name and email address of somebody invited to drive a van, who then has an account',
              'To give them a login of their own (legitimate interest)',
              'An invitation that nobody accepts: 30 days after it expires',
            ],
            [
              'Sign-ins: sessions, a mark of your browser, failed attempts',
              'To keep accounts safe (legitimate interest)',
              'A session until a day after it ends, 30 days after its last use; the mark of your browser one year; failed attempts and counted requests a few hours',
            ],
            [
              'Answers to requests that your browser may have to repeat',
              'So that nothing is booked twice (legitimate interest)',
              '7 days',
            ],
            [
              'A record of decisions of our office and of changes to accounts and money, with numbers in place of names',
              'To be able to show who did what (legitimate interest; legal obligation)',
              'While the service runs: it cannot be changed, so that nobody can cover anything up',
            ],
          ]}
        />
        <p>
          You do not have to give us any of this, but without addresses, a contact and an email address nobody can move
          you. Contacts at the other end are people too: please tell them that you gave us their name and number.
        </p>
      </>
    ),
  },
  {
    id: 'who-sees',
    heading: 'Who sees it',
    text: (
      <>
        <p>
          <b>Before confirming,</b> a company sees the start of the postcode, the town, stairs, load, times and price.{' '}
          <b>After,</b> the streets and the contacts. The link in your confirmation shows only the start of postcodes
          and the towns, to anyone who has it.
        </p>
        <p>
          Firms that work for us, and only as we tell them: those that run our servers, and those that deliver emails
          and text messages. Where we use an outside service to complete postcodes or to work out routes, it is sent the
          postcodes or places and nothing that says who is asking. Notifications that you switched on go through the
          maker of your browser, encrypted so that only your browser can read them.
        </p>
        <p>
          Figures that everybody can read, such as the median price of a move in a town or how soon companies there
          answer, are counted from many bookings and say nothing about any one of them.
        </p>
        <p>
          Authorities, where the law obliges us: HM Revenue and Customs, for instance, to which platforms report what
          companies earned. We do not sell data, and there is no advertising.
        </p>
      </>
    ),
  },
  {
    id: 'where',
    heading: 'Where it is kept, and transfers abroad',
    text: (
      <>
        <p>
          We keep your data in the United Kingdom or the European Economic Area, whose law the UK has found to protect
          it well enough. A firm that works for us may handle it elsewhere only where UK regulations say the same of
          that country, or under the International Data Transfer Agreement (or the Addendum) of the Information
          Commissioner, with what else is needed to keep it as safe there. Ask us and we’ll tell you which firms those
          are, and send you a copy of what they have signed.
        </p>
        <p>
          If you write to us on WhatsApp, Meta handles that conversation under its own terms, in the United States among
          other places. You never have to.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    heading: 'Cookies and what is kept in your browser',
    text: (
      <>
        <p>
          Only what the service cannot work without. No statistics, no advertising and no third-party cookies; that is
          why no banner asks you about them.
        </p>
        <PolicyTable
          caption="What is kept in your browser"
          head={['Name', 'What it is for', 'How long']}
          rows={[
            [
              'authData (a cookie; __Host-authData over a secure connection)',
              'Keeps you logged in. Scripts cannot read it.',
              '30 days after your last visit, or until you log out',
            ],
            [
              'device (a cookie; __Host-device over a secure connection)',
              'Lets us tell your own browser from a stranger who tries passwords on your account. It gives no access, and scripts cannot read it.',
              'One year after you last logged in or registered',
            ],
            [
              'loggedOut (a cookie)',
              'Tells the next page that you have just logged out, so that it deletes the move kept here',
              'Until that page is open, one minute at most',
            ],
            [
              'authData (local storage)',
              'Tells the tabs of this browser that you are logged in, with a key to our service that lives ten minutes',
              'Until you log out',
            ],
            [
              'booking (local storage; session storage while it has no date)',
              'The move that you are entering, so that nothing is lost by going back or reloading. It holds no photos.',
              'Until one day after its date, or until you have booked',
            ],
            [
              'bookingAwaiting (local storage)',
              'Which booking waits until you confirm your email address or your phone',
              'Until you confirm it in this browser',
            ],
            [
              'day-pages and day-files (caches); day (a database): for drivers; the caches for customers too, once they open the page of their day',
              'The jobs of the day, so that they can be read and done without signal, and what has not been sent yet; the page of the day, so that a change can be agreed to without signal',
              'Until you log out',
            ],
            [
              'calendar-how-to-choose, drive-with, desk-keys (local storage): for drivers and our office only',
              'That a hint was understood, which map opens the way, or that keys of the keyboard are switched on',
              'Until you delete it',
            ],
            ['theme (a cookie)', 'Light or dark pages, where a driver has chosen', 'One year'],
            [
              'react-router-scroll-positions (session storage)',
              'Where you were on a page, so that “back” leads there',
              'Until you close the tab',
            ],
          ]}
        />
        <p>
          You can delete all of these in your browser at any time. You will be logged out, and a move not yet booked is
          forgotten.
        </p>
      </>
    ),
  },
  {
    id: 'closing',
    heading: 'Closing your account',
    text: (
      <p>
        Ask for it in your account or write to us. You get an email with a link, valid for 24 hours, that confirms it.
        For 30 days you can still return by contacting us. Then your personal data is erased; of billing records, only
        what tax law demands is kept. A move still ahead of you has to be cancelled first.
      </p>
    ),
  },
  {
    id: 'rights',
    heading: 'Your rights',
    text: (
      <>
        <p>
          You may see what we hold about you and have a copy of it, which you can also download in your account as one
          file and take elsewhere. You may have it corrected or erased, have its use restricted, and object to any use
          that rests on our legitimate interest. Write to us; we answer within one month, free of charge. No decision
          with a legal or similar effect on you is made by a machine alone.
        </p>
        <p>
          If you think that we have used your data wrongly, complain to us first, by email or letter: we acknowledge it
          within 30 days, look into it without delay and tell you the outcome. You can complain to the Information
          Commissioner’s Office at any time:{' '}
          <a href="https://ico.org.uk/make-a-complaint/" rel="noopener">
            ico.org.uk/make-a-complaint
          </a>
          , 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.
        </p>
      </>
    ),
  },
  {
    id: 'safe',
    heading: 'How it is kept safe',
    text: (
      <p>
        Connections are encrypted, passwords are hashed, documents of companies are shown to their company and to our
        office only, and everybody who works with us sees no more than their task needs. If something happens that puts
        you at risk, we tell you and the Commissioner as the law demands.
      </p>
    ),
  },
]
