/** The links to the sign-up and, where there is one, to the demo; and the price. The server fills it in. */
export const Trial = () => (
  <div className="trial">
    <a className="button large" href="/signup">
      Start your free trial
    </a>
    <span>30-day free trial, no credit card required</span>
    <span>Then __PRICE__ for your whole organisation</span>
    <a href="__DEMO_ORIGIN__/login" data-demo="__DEMO__">
      Look around the demo
    </a>
  </div>
)
