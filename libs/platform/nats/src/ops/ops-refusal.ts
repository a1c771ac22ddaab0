/** An operator's command that cannot be carried out as it was given: one sentence that says what to change. */
export class OpsRefusal extends Error {
  override readonly name = 'OpsRefusal';
}
