/** The name of the site, which its server writes into the page. */
export const SITE_NAME = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Foretell';
