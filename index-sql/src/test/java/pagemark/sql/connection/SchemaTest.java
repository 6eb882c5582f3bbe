package pagemark.sql.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SchemaTest {
  @Test
  void yugabyteSpreadsTheShardsOfAGroupAndKeepsEachInOrder() {
    assertEquals(
        "(group_id, shard_id) HASH, place DESC",
        Schema.positionKey(
            "PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang, 64-bit"));
  }

  @Test
  void postgresqlKeepsThemBesideEachOther() {
    assertEquals(
        "group_id, shard_id, place",
        Schema.positionKey("PostgreSQL 17.5 on x86_64-pc-linux-gnu, compiled by gcc, 64-bit"));
  }
}
