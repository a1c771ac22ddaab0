-- CreateTable
CREATE TABLE "clob"."limits" (
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "limits_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "data"."limits" (
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "limits_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "gamma"."limits" (
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "limits_pkey" PRIMARY KEY ("name")
);
