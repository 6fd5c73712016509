import { Outlet } from 'react-router'
import { FlowProvider } from './flow-context.tsx'
import './booking-flow.css'

/** The five steps share one draft. */
export default function BookingFlow() {
  return (
    <FlowProvider>
      <Outlet />
    </FlowProvider>
  )
}
