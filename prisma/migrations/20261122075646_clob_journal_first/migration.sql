-- AlterTable
ALTER TABLE "clob"."journal_head" ADD COLUMN     "commit_number" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "clob"."journal_changes" (
    "commit_number" BIGINT NOT NULL,
    "changes" BYTEA NOT NULL,

    CONSTRAINT "journal_changes_pkey" PRIMARY KEY ("commit_number")
);

-- CreateTable
CREATE TABLE "clob"."recorder" (
    "id" SMALLINT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "commit_number" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "state_hash" TEXT NOT NULL,
    "credited_micros" BIGINT NOT NULL,
    "debited_micros" BIGINT NOT NULL,
    "fees_micros" BIGINT NOT NULL,
    "trade_number" BIGINT NOT NULL,
    "priority" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "recorder_pkey" PRIMARY KEY ("id")
);

-- Beyond Prisma: compressing a batch's rows costs more than the bytes that it saves; they are deleted once they are recorded.
ALTER TABLE "clob"."journal_changes" ALTER COLUMN "changes" SET STORAGE EXTERNAL;

-- What was committed before has its rows in the tables already: the recorder begins where the journal stands.
INSERT INTO "clob"."recorder" ("id", "epoch", "commit_number", "sequence", "state_hash", "credited_micros", "debited_micros", "fees_micros", "trade_number", "priority", "at")
SELECT "id", "epoch", "commit_number", "sequence", "state_hash", "credited_micros", "debited_micros", "fees_micros", "trade_number", "priority", "at" FROM "clob"."journal_head";
