import { Link } from 'react-router'
import type { getWhatPeopleSay } from '#modules/reviews/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { Rating } from '#web/ui/badge.tsx'
import { ArticleCard } from './blog/article-card.tsx'
import { locationAddress, serviceAddress, type ArticleInList } from './page-texts.ts'

interface Linked {
  name: string
  slug: string
}

export const ServicesRow = ({ services }: { services: readonly Linked[] }) =>
  services.length === 0 ? null : (
    <nav className="mt-5" aria-label="What we move">
      <ul className="row gap-2 list">
        {services.map(({ name, slug }) => (
          <li key={slug}>
            <Link className="chip" to={serviceAddress(slug)}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link className="chip" to="/our-services">
            All services
          </Link>
        </li>
      </ul>
    </nav>
  )

/** The newest reviews, whatever their marks, beside the mean of all. */
export const WhatPeopleSay = ({ reviews }: { reviews: AnswerOf<typeof getWhatPeopleSay> | undefined }) =>
  reviews && reviews.rating !== null && reviews.results.length > 0 ? (
    <section className="band" aria-labelledby="reviews">
      <div className="wrap">
        <div className="row row--apart band__row">
          <h2 id="reviews" className="m-0">
            What people say
          </h2>
          <Rating rating={reviews.rating} count={reviews.count} />
        </div>
        <ul className="grid gap-5 min-18 list">
          {reviews.results.map(({ id, authorName, text, rating, move, company }) => (
            <li key={id}>
              <figure className="card cells g-3 m-0">
                <Rating rating={rating} />
                <blockquote className="m-0 long">{text}</blockquote>
                <figcaption className="small muted long">
                  <b className="ink">{authorName}</b>
                  {move ? `, ${move.from} to ${move.to}` : ''}
                  <br />
                  <Link to={`/companies/${company.id}`}>{company.name}</Link>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  ) : null

export const VansNearYou = ({ locations }: { locations: readonly Linked[] }) =>
  locations.length === 0 ? null : (
    <section className="band">
      <div className="wrap">
        <div className="band__head">
          <h2>Vans near you</h2>
        </div>
        <ul className="row gap-2 list">
          {locations.map(({ name, slug }) => (
            <li key={slug}>
              <Link className="place" to={locationAddress(slug)}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <Link className="place" to="/our-locations">
              All locations
            </Link>
          </li>
        </ul>
      </div>
    </section>
  )

export const Highlighted = ({ articles }: { articles: readonly ArticleInList[] }) =>
  articles.length === 0 ? null : (
    <section className="band">
      <div className="wrap">
        <div className="row row--apart band__row">
          <h2 className="m-0">Worth reading before you move</h2>
          <Link to="/blog">All articles</Link>
        </div>
        <ul className="grid gap-5 min-18 list">
          {articles.map((article) => (
            <ArticleCard key={article.id} article={article} level={3} />
          ))}
        </ul>
      </div>
    </section>
  )
