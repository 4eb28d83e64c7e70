import { Benefits } from './Benefits.tsx'
import { Hero } from './Hero.tsx'
import { Invitation } from './Invitation.tsx'
import { Questions } from './Questions.tsx'
import { Roadmap } from './Roadmap.tsx'
import { Statistics } from './Statistics.tsx'
import { Testimonials } from './Testimonials.tsx'
import { Views } from './Views.tsx'

export const Landing = () => (
  <>
    <Hero />
    <Statistics />
    <Views />
    <Benefits />
    <Roadmap />
    <Testimonials />
    <Questions />
    <Invitation />
  </>
)
