package pagemark.cli;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The index in DynamoDB loses an item of a tree. Pages, audits and `/health` once blamed writers,
/// or said nothing. Now they say what is lost, and that a rebuild helps.
@Nightly
@TakesLong(nightly = 60)
final class TornIndexIT {
  private static final int ID_FROM = 16;
  private static final int NOTES = 50;
  private static final int MORE = 60;
  private static final int SIZE = 10;
  private static final String LOST = "lacks the item N";

  @TempDir private Path folder;

  @Test
  void aLostLeafIsToldAndRebuilt() throws Exception {
    try (NotesStack local = NotesStack.start(folder, "dynamodb:")) {
      fill(local);
      loseLeaf(local);

      HttpResponse<String> page = lost(local).orElseThrow();
      assertTrue(page.body().contains(LOST), page.body());
      assertTrue(page.body().contains("rebuild the listing notes"), page.body());

      NotesStack.Exit found = local.run("audit", "--json", "--keys").ended(1);
      assertEquals(1, found.json().path("torn").intValue(), found.json().toString());
      assertTrue(found.json().at("/tornGroups/a").textValue().contains(LOST));
      assertTrue(found.json().path("complete").booleanValue(), found.output());
      assertEquals(
          NOTES + MORE + 1, found.json().path("items").intValue(), "it goes on with others");
      assertEquals(0, found.json().path("missing").intValue(), found.output());

      JsonNode mark = LocalHttp.json(local.port(), "/health").at("/inexact/0");
      assertEquals("TORN_TREE", mark.path("cause").textValue());
      assertTrue(mark.path("remedy").textValue().startsWith("`pagemark rebuild --listing notes "));

      local.run("audit", "--repair").ended(1).says("rebuild");

      put(local, "waits", "a", 0);
      local.run("rebuild").ended(0);
      assertFalse(LocalHttp.json(local.port(), "/health").has("inexact"));
      LocalHttp.awaitIndexed(local.port());
      assertEquals(Optional.empty(), lost(local));
      local.run("audit").ended(0);
    }
  }

  /// Adds notes with long keys to the topic a, which then has several leaves, and one to another
  /// topic.
  private static void fill(NotesStack local) throws Exception {
    for (int i = 0; i < MORE; i++) {
      put(local, "long".repeat(10) + i, "a", i);
    }
    put(local, "b1", "b", 1);
    LocalHttp.awaitIndexed(local.port());
  }

  private static void put(NotesStack local, String id, String topic, int at) {
    var note = Map.of("id", fromS(id), "topic", fromS(topic), "at", fromN("" + at));
    local.stack().client().putItem(p -> p.tableName("notes").item(note));
  }

  /// The first page that is not shown. Page 1 would come from the table.
  private static Optional<HttpResponse<String>> lost(NotesStack local) throws Exception {
    for (int page = 2; page <= (NOTES + MORE) / SIZE; page++) {
      HttpResponse<String> answer =
          LocalHttp.get(local.port(), "/notes/a?page=%d&size=%d".formatted(page, SIZE));
      if (answer.statusCode() == 503) {
        return Optional.of(answer);
      }
    }
    return Optional.empty();
  }

  private static String sort(Map<String, AttributeValue> item) {
    return requireNonNull(item.get("s")).s();
  }

  private static boolean isRoot(Map<String, AttributeValue> item) {
    byte[] partition = requireNonNull(item.get("p")).b().asByteArray();
    for (int i = ID_FROM; i < partition.length; i++) {
      if (partition[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static void loseLeaf(NotesStack local) {
    var dynamo = local.stack().client();
    String table =
        dynamo.listTables().tableNames().stream()
            .filter(name -> name.startsWith("pagemark-") && !name.equals("pagemark-state"))
            .findFirst()
            .orElseThrow();
    Map<String, AttributeValue> item =
        dynamo.scan(s -> s.tableName(table)).items().stream()
            .filter(node -> sort(node).equals("N") && !isRoot(node))
            .findFirst()
            .orElseThrow();
    Map<String, AttributeValue> key =
        Map.of("p", requireNonNull(item.get("p")), "s", requireNonNull(item.get("s")));
    dynamo.deleteItem(d -> d.tableName(table).key(key));
  }
}
