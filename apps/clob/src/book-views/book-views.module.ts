import { Module } from '@nestjs/common';
import { BookAnswers } from './book-answers';
import { BookViews } from './book-view';

/** About 3 kB a token, if all of its responses are requested; a deep book has hundreds. */
const CACHED_BYTES_MAX = 64 * 1024 * 1024;

/** State module: every book as of the last commit, and the encoded responses about it. */
@Module({
  providers: [BookViews, { provide: BookAnswers, useFactory: () => new BookAnswers(CACHED_BYTES_MAX) }],
  exports: [BookViews, BookAnswers],
})
export class BookViewsModule {}
