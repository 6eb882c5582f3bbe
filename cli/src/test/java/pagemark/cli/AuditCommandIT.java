package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import pagemark.state.Inexact;
import pagemark.state.StateTable;
import redis.clients.jedis.Jedis;

/// Runs `pagemark audit` and `pagemark stats` on a running stack.
@Nightly
@TakesLong(nightly = 15)
final class AuditCommandIT {
  @TempDir private Path folder;

  @Test
  void auditReportsAndRepairsPlantedDamage() throws Exception {
    try (NotesStack local = NotesStack.start(folder)) {
      JsonNode stats = local.run("stats", "--json").json();
      assertEquals(16_384, stats.at("/slots/ready").intValue());
      assertTrue(stats.path("lagMillis").isNumber() && stats.path("bytesPerEntry").isNumber());

      assertFalse(LocalHttp.json(local.port(), "/health").has("inexact"));
      assertTrue(stats.path("exact").booleanValue() && stats.path("inexact").isEmpty());

      mark(local, stats.path("generation").textValue());
      assertMarkIsTold(local);
      plant(local, stats.path("generation").textValue());
      NotesStack.Exit found = local.run("audit", "--json", "--segments=2").ended(1);
      assertEquals(
          List.of(1, 1, 1, 50, true),
          List.of(
              found.json().path("missing").intValue(),
              found.json().path("ghost").intValue(),
              found.json().path("misplaced").intValue(),
              found.json().path("items").intValue(),
              found.json().path("complete").booleanValue()));
      assertEquals(3, found.json().path("found").size());

      local.run("audit", "--repair").ended(0).says("repaired   3 settled, 0 quarantined, 0 open");
      assertFalse(LocalHttp.json(local.port(), "/health").has("inexact"));
      NotesStack.Exit clean = local.run("audit").ended(0);
      clean.says("missing    0\nghost      0\nmisplaced  0\n");
      assertFalse(clean.output().contains("--repair"), clean.output());
      assertTrue(clean.output().startsWith("Compared 50 items, 1 group and 50 entries in "));
      local.run("audit", "--sample=0.5").ended(0).says(", a sample of 0.5\n");
      assertLossIsTold(local);
    }
  }

  /// Marks the generation as if records had been discarded yesterday.
  private static void mark(NotesStack local, String generation) {
    Instant since = Instant.parse("2024-05-01T00:00:00Z");
    new StateTable(local.stack().client(), StateTable.DEFAULT_NAME)
        .mark(
            "notes", generation, new Inexact(Inexact.Cause.GIVEN_UP_RECORDS, since, Instant.now()));
  }

  private static void assertMarkIsTold(NotesStack local) throws Exception {
    JsonNode health = LocalHttp.json(local.port(), "/health");
    assertEquals("READY", health.path("status").textValue());
    assertEquals("notes", health.at("/inexact/0/listing").textValue());
    for (JsonNode told :
        List.of(health.at("/inexact/0"), local.run("stats", "--json").json().at("/inexact/0"))) {
      assertEquals("GIVEN_UP_RECORDS", told.path("cause").textValue());
      assertEquals("2024-05-01T00:00:00Z", told.path("since").textValue());
      assertTrue(told.path("remedy").textValue().startsWith("`pagemark audit --listing notes "));
      assertTrue(told.path("remedy").textValue().endsWith(" --repair`"));
    }
    String remedy = health.at("/inexact/0/remedy").textValue();
    assertTrue(remedy.contains(" --dynamodb-endpoint http://"), remedy);
    assertTrue(remedy.contains(" --index redis://default:PASSWORD@127.0.0.1:"), remedy);
    String stats = local.run("stats").output();
    assertTrue(
        stats.contains("inexact      GIVEN_UP_RECORDS since 2024-05-01T00:00:00Z: `pagemark audit"),
        stats);
    assertTrue(stats.contains(" --index " + shown(local) + " --repair`\n"), stats);
  }

  private void assertLossIsTold(NotesStack local) throws Exception {
    try (Jedis redis = new Jedis(URI.create(local.stack().index()))) {
      redis.flushAll();
    }
    NotesStack.Exit lost = local.run("audit").ended(1);
    assertTrue(
        lost.output()
            .startsWith(
                "pagemark: the index of the listing notes is READY in 0 of 16,384 slots: rebuild it"
                    + " by `pagemark rebuild --listing notes "),
        lost.output());
    assertTrue(lost.output().endsWith(" --index " + shown(local) + "`\n"), lost.output());
    assertEquals(16_384, local.run("stats", "--json").json().at("/slots/missing").intValue());
  }

  /// The URL of the index as messages show it.
  private static String shown(NotesStack local) {
    return local.stack().index().replaceFirst("//.*@", "//USER:PASSWORD@");
  }

  private static void plant(NotesStack local, String generation) {
    String all = "pm:%s:{notes/a}:all".formatted(generation);
    try (Jedis redis = new Jedis(URI.create(local.stack().index()))) {
      redis.zrem(all, "n7");
      redis.zadd(all, 5, "ghost");
      redis.zadd(all, 999, "n9");
    }
  }
}
