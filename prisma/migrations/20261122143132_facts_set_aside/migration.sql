-- CreateTable
CREATE TABLE "clob"."facts_set_aside" (
    "source" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "facts_set_aside_pkey" PRIMARY KEY ("source","first_sequence")
);

-- CreateTable
CREATE TABLE "data"."facts_set_aside" (
    "generation" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "facts_set_aside_pkey" PRIMARY KEY ("generation","source","first_sequence")
);

-- CreateTable
CREATE TABLE "gamma"."facts_set_aside" (
    "source" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "facts_set_aside_pkey" PRIMARY KEY ("source","first_sequence")
);

-- A market that the core refused to open left its description behind; a later one with the same tokens then broke their index.
DELETE FROM "clob"."listings" l WHERE NOT EXISTS (SELECT FROM "clob"."markets" m WHERE m."condition_id" = l."condition_id");
