/** The link to the sign-up, with the price. */
export const Trial = () => (
  <div className="trial">
    <a className="button large" href="/signup">
      Start your free trial
    </a>
    <span>30-day free trial, no credit card required</span>
  </div>
)
