import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { findStandardOutput } from './log.ts'

/** One registry per app, so that tests can build several apps in a process. */
export function createMetrics({ openStreams }: { openStreams: () => number }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(
    new Counter({
      name: 'vanfare_log_lines_dropped_total',
      help: 'Log lines that could not be written: the disk was full, or their reader too slow',
      registers: [],
      collect() {
        this.reset()
        this.inc(findStandardOutput().dropped)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'vanfare_streams_open',
      help: 'Event streams that are open',
      registers: [],
      collect() {
        this.set(openStreams())
      },
    }),
  )
  return {
    registry,
    requests: new Histogram({
      name: 'vanfare_request_seconds',
      help: 'Time to answer, by route pattern, method and status',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    jobProgress: new Gauge({
      name: 'vanfare_job_progress',
      help: 'The part of a long job that is done, from 0 to 1, while it runs',
      labelNames: ['job'] as const,
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'vanfare_jobs_total',
      help: 'Jobs handled, by name and outcome',
      labelNames: ['job', 'outcome'] as const,
      registers: [registry],
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
