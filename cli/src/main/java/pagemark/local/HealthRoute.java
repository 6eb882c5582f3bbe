package pagemark.local;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.listing.Listing;
import pagemark.local.data.LocalState;
import pagemark.local.http.HttpFront;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.pump.StreamPump;
import pagemark.state.Generation;
import pagemark.state.Inexact;

/// `GET /health`: `{"status": "READY", "pendingRecords": 0, "lagMillis": 0}`.
///
/// | member | meaning |
/// | --- | --- |
/// | `status` | `READY` if every listing has a complete index, else `NOT_READY`; `WAITING` in place of `READY` if a failure holds up the stream |
/// | `pendingRecords` | stream records that are not in the index. It is 0 only if the stream was read to its end after the request came: the index then has all items written before |
/// | `lagMillis` | the time since the index last held all of the stream |
/// | `waiting` | with `WAITING` only: `{"since": "2024-05-01T07:40:00Z", "reason": "..."}` |
/// | `snapshotAt` | if the table is not followed, in place of the three before: when reading it began; missing until an index is complete |
/// | `readByKey` | present if listings are read by key: their names. They find no missing entries by reading, cost half a read unit an item and have no page without the index |
/// | `warnings` | present if the index can lose entries without an error, or a listing may not be meant as it is: a sentence for each |
/// | `inexact` | present if an index may differ from the table: `[{"listing": "comments", "cause": "LOST_WRITES", "since": "2024-05-01T00:00:00Z", "remedy": "..."}]` |
///
/// The answer takes 2 s at most. `GET /health?wait=30` takes up to 30 s, 1 to 60: it comes once
/// every index is complete and has all that was written before, or says then what is pending.
///
/// @param pump null if the table is not followed
/// @param recovery null if the stack has no Redis of its own
/// @param endpoints the options with which commands reach table and index; empty if none can
record HealthRoute(
    LocalState state,
    IndexBuild build,
    @Nullable StreamPump pump,
    IndexBuild.@Nullable Recovery recovery,
    String endpoints)
    implements HttpFront.Route {
  private static final Duration WAIT_MAX = Duration.ofSeconds(2);
  private static final long LOOK_MILLIS = 100;
  private static final Pattern WAIT = Pattern.compile("(?:^|&)wait=([^&]*)");

  @Override
  public Reply answer(Request request) {
    Matcher wait = WAIT.matcher(request.query());
    if (!wait.find()) {
      return answer(WAIT_MAX, false);
    }
    String seconds = wait.group(1);
    return seconds.matches("[1-9]|[1-5][0-9]|60")
        ? answer(Duration.ofSeconds(Integer.parseInt(seconds)), true)
        : Reply.json(
            400,
            JsonNodeFactory.instance
                .objectNode()
                .put("message", "wait has a wrong value; valid values: 1 to 60 (seconds)"));
  }

  /// @param forIndexes whether to wait for indexes that are being built, too
  private Reply answer(Duration max, boolean forIndexes) {
    Instant end = Instant.now().plus(max);
    try {
      ObjectNode health = JsonNodeFactory.instance.objectNode();
      StreamPump.@Nullable State pumped = pump == null ? null : pump.await(max);
      while (forIndexes && !build.missing().isEmpty() && Instant.now().isBefore(end)) {
        Thread.sleep(LOOK_MILLIS);
      }
      boolean waits = pumped != null && pumped.waiting() != null;
      health.put("status", !build.missing().isEmpty() ? "NOT_READY" : waits ? "WAITING" : "READY");
      inexact(health);
      if (pumped == null) {
        snapshotAt().ifPresent(at -> health.put("snapshotAt", at.toString()));
      } else {
        health.put("pendingRecords", pumped.pendingRecords()).put("lagMillis", pumped.lagMillis());
        addWaiting(health, pumped.waiting());
      }
      readByKey(health);
      List<String> warnings = warnings();
      if (!warnings.isEmpty()) {
        warnings.forEach(health.putArray("warnings")::add);
      }
      return Reply.json(200, health);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.of(503, "text/plain", "stopping");
    }
  }

  private static void addWaiting(ObjectNode health, StreamPump.@Nullable Waiting waiting) {
    if (waiting != null) {
      health
          .putObject("waiting")
          .put("since", waiting.since().toString())
          .put("reason", waiting.reason());
    }
  }

  private void readByKey(ObjectNode health) {
    List<String> names =
        state.listings().byName().values().stream()
            .filter(Listing::isReadByKey)
            .map(Listing::name)
            .sorted()
            .toList();
    if (!names.isEmpty()) {
      names.forEach(health.putArray("readByKey")::add);
    }
  }

  /// Adds why pages say that they are not exact.
  private void inexact(ObjectNode health) {
    ArrayNode marks = JsonNodeFactory.instance.arrayNode();
    state.listings().names().stream()
        .flatMap(listing -> state.items().serving(listing).stream())
        .forEach(
            serving ->
                serving.inexactAt(Instant.now()).stream()
                    .sorted(Comparator.comparing(Inexact::cause))
                    .forEach(mark -> marks.add(json(serving, mark))));
    if (!marks.isEmpty()) {
      health.set("inexact", marks);
    }
  }

  private ObjectNode json(Generation serving, Inexact mark) {
    String table =
        serving.tableName()
            + (endpoints.isEmpty()
                ? ""
                : " --endpoint-url " + state.database().server().endpoint());
    return JsonNodeFactory.instance
        .objectNode()
        .put("listing", serving.listing())
        .put("cause", mark.cause().name())
        .put("since", mark.since().toString())
        .put("remedy", mark.cause().remedy(serving.listing() + endpoints, table));
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    state.listings().warnings().forEach(warning -> warnings.add(warning.toString()));
    if (recovery != null) {
      recovery.warning().ifPresent(warnings::add);
    }
    try {
      warnings.addAll(state.index().store().markers().dangers());
    } catch (IndexException e) {
      // NOT_READY says enough
    }
    return warnings;
  }

  private Optional<Instant> snapshotAt() {
    return state.listings().byName().keySet().stream()
        .flatMap(listing -> state.items().serving(listing).stream())
        .map(Generation::birth)
        .min(Comparator.naturalOrder());
  }
}
