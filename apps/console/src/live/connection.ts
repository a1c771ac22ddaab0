/** How what a stream keeps true stands to what is so: being joined, followed, or cut off. */
export type Connection = 'connecting' | 'live' | 'cut';
