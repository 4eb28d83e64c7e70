/** JSON that the database assembled and that is sent as it is. `T` is the type of its content. */
export class Assembled<_T> {
  readonly json: string
  /** Replaces the endpoint's status. */
  readonly status: number | undefined
  constructor(json: string, status?: number) {
    this.json = json
    this.status = status
  }
}
