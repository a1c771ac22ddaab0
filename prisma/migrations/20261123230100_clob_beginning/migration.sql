SET lock_timeout = '1s';

-- CreateTable
CREATE TABLE "clob"."beginning" (
    "id" SMALLINT NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,

    CONSTRAINT "beginning_pkey" PRIMARY KEY ("id")
);
