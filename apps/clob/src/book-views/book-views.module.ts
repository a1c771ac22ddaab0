import { Module } from '@nestjs/common';
import { BookViews } from './book-view';

/** State: every book as of the last commit. */
@Module({ providers: [BookViews], exports: [BookViews] })
export class BookViewsModule {}
