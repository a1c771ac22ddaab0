-- Who may do what is held in memory by every process of the trading surface: whoever changes it, all of them hear of it with the
-- commit. A new API key is not told: a key that a process does not know it looks up.
CREATE FUNCTION "clob"."tell_access_change"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_notify('clob_access', TG_TABLE_NAME || ' ' || (to_jsonb(COALESCE(NEW, OLD)) ->> TG_ARGV[0]));
  RETURN NULL;
END
$$;

CREATE TRIGGER "api_keys_told" AFTER UPDATE OR DELETE ON "clob"."api_keys"
  FOR EACH ROW EXECUTE FUNCTION "clob"."tell_access_change"('api_key');
CREATE TRIGGER "bans_told" AFTER INSERT OR UPDATE OR DELETE ON "clob"."bans"
  FOR EACH ROW EXECUTE FUNCTION "clob"."tell_access_change"('address');
CREATE TRIGGER "wallet_links_told" AFTER INSERT OR UPDATE OR DELETE ON "clob"."wallet_links"
  FOR EACH ROW EXECUTE FUNCTION "clob"."tell_access_change"('wallet');
