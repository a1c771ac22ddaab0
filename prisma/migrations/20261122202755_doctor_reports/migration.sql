SET lock_timeout = '1s';

-- CreateTable
CREATE TABLE "clob"."doctor_reports" (
    "id" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "doctor_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data"."doctor_reports" (
    "id" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "doctor_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gamma"."doctor_reports" (
    "id" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "doctor_reports_pkey" PRIMARY KEY ("id")
);
