package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/// `pagemark audit` and `pagemark stats` of a running `pagemark local`, each a process of its own.
final class AuditCommandIT {
  private static final String LISTINGS =
      """
      {"notes": {"table": "notes", "index": "byTopic", "group": {"attribute": "topic"},
        "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": "*"}}
      """;

  @TempDir private Path folder;

  private record Exit(int code, String output) {
    JsonNode json() throws Exception {
      return JsonMapper.builder().build().readTree(output);
    }
  }

  @Test
  void plantedDamageIsToldAndRepaired() throws Exception {
    Files.writeString(folder.resolve("listings.json"), LISTINGS);
    Files.writeString(
        folder.resolve("items.jsonl"),
        IntStream.range(0, 50)
            .mapToObj(i -> "{\"id\": \"n%d\", \"topic\": \"a\", \"at\": %d}\n".formatted(i, i))
            .collect(Collectors.joining()));
    try (CommandProcess local = CommandProcess.start(folder, "local", "--port", "0")) {
      local.awaitReady();
      assertEquals(0, run(local, "load", "--listing=notes", "--file=items.jsonl").code());

      JsonNode stats = run(local, "stats", "--json").json();
      assertEquals(16_384, stats.at("/slots/ready").intValue());
      assertTrue(stats.path("lagMillis").isNumber() && stats.path("bytesPerEntry").isNumber());

      plant(local, stats.path("generation").textValue());
      Exit found = run(local, "audit", "--json", "--segments=2");
      assertEquals(1, found.code(), found.output());
      assertEquals(
          List.of(1, 1, 1, 50, true),
          List.of(
              found.json().path("missing").intValue(),
              found.json().path("ghost").intValue(),
              found.json().path("misplaced").intValue(),
              found.json().path("items").intValue(),
              found.json().path("complete").booleanValue()));
      assertEquals(3, found.json().path("examples").size());

      Exit repaired = run(local, "audit", "--repair");
      assertEquals(0, repaired.code(), repaired.output());
      assertTrue(
          repaired.output().contains("repaired   3 settled, 0 quarantined, 0 open"),
          repaired.output());
      Exit clean = run(local, "audit");
      assertEquals(0, clean.code(), clean.output());
      assertTrue(clean.output().contains("missing    0\nghost      0\nmisplaced  0\n"));
      assertTrue(clean.output().startsWith("Compared 50 items, 1 groups and 50 entries in "));
      Exit sample = run(local, "audit", "--sample=0.5");
      assertEquals(0, sample.code(), sample.output());
      assertTrue(sample.output().contains(", a sample of 0.5\n"), sample.output());
      assertLossIsTold(local);
    }
  }

  private void assertLossIsTold(CommandProcess local) throws Exception {
    try (Jedis redis = new Jedis(URI.create(printed(local, "Index")))) {
      redis.flushAll();
    }
    Exit lost = run(local, "audit");
    assertEquals(1, lost.code());
    assertEquals(
        "pagemark: the index of the listing notes is READY in 0 of 16,384 slots: rebuild it\n",
        lost.output());
    assertEquals(16_384, run(local, "stats", "--json").json().at("/slots/missing").intValue());
  }

  private static void plant(CommandProcess local, String generation) {
    String all = "pm:%s:{notes/a}:all".formatted(generation);
    try (Jedis redis = new Jedis(URI.create(printed(local, "Index")))) {
      redis.zrem(all, "n7");
      redis.zadd(all, 5, "ghost");
      redis.zadd(all, 999, "n9");
    }
  }

  private static String printed(CommandProcess local, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ": (\\S+)$").matcher(local.output());
    assertTrue(line.find(), local.output());
    return line.group(1);
  }

  private Exit run(CommandProcess local, String command, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.add("--dynamodb-endpoint=" + printed(local, "DynamoDB Local"));
    if (!command.equals("load")) {
      arguments.add("--listing=notes");
      arguments.add("--index=" + printed(local, "Index"));
    }
    arguments.addAll(List.of(more));
    try (CommandProcess process = CommandProcess.start(folder, arguments.toArray(String[]::new))) {
      int code = process.exitCode();
      return new Exit(code, process.output());
    }
  }
}
