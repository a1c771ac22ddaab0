import { Module } from '@nestjs/common';
import { BookAnswers } from './book-answers';
import { BookViews } from './book-view';

/** About 3 kB a token, if all of its answers are asked for; a deep book has hundreds. */
const CACHED_BYTES_MAX = 64 * 1024 * 1024;

/** State: every book as of the last commit, and the bytes of what is answered about it. */
@Module({
  providers: [BookViews, { provide: BookAnswers, useFactory: () => new BookAnswers(CACHED_BYTES_MAX) }],
  exports: [BookViews, BookAnswers],
})
export class BookViewsModule {}
