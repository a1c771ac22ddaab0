/** The key of the sign-in has expired; the next sign-in creates another one. */
export class SignInEnded extends Error {
  readonly code = 'sign_in_ended';

  constructor() {
    super('the key of this sign-in has expired');
    this.name = 'SignInEnded';
  }
}
