-- CreateTable
CREATE TABLE "clob"."audit" (
    "number" BIGSERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "asked" BIGINT,
    "detail" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "data"."audit" (
    "number" BIGSERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "asked" BIGINT,
    "detail" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "gamma"."audit" (
    "number" BIGSERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "asked" BIGINT,
    "detail" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("number")
);
