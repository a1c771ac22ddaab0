/** An operator command that cannot be executed as given: one sentence that says what to change. */
export class OpsRefusal extends Error {
  override readonly name = 'OpsRefusal';
}
