package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildSetup;
import pagemark.signal.LogLine;
import pagemark.sync.StreamedTable;
import pagemark.words.WrongValue;

/// The Lambda function that rebuilds a listing's index. The `token` names the owner of the rebuild;
/// other callers are refused until it is done or its lease ends. A first call may leave it out, and
/// is given one. Each answer repeats the request.
///
/// `{"listing": "comments"}` is answered with a `token`, the `items` so far, and a `status`:
/// `CONTINUE` if the rebuild does not fit into one invocation, and then the caller calls again with
/// `listing` and `token` until it is `DONE`.
///
/// A rebuild goes on with what an earlier owner has left, if that is still safe and the request
/// does not say `"anew": true`. It always goes on with what the same token has begun, so that a
/// caller can repeat a call whose answer was lost.
///
/// Step by step, many invocations read the table in parallel:
///
/// 1. `{"step": "begin", "listing": "comments", "token": "run-1", "segments": 8}` is answered with
///    the `generation`, the list of `segments` from 0, and the status: `CONTINUE` if some writers
///    do not follow the generation yet, else `DONE`. It is `CONTINUE` without a generation if the
///    stream's consumer is too far behind to begin one. `lagMillis` says how far it is behind, if
///    it has noted that recently. `gaveUp` says why it did not go on with an earlier owner's
///    rebuild. `estimate` says about how many items and bytes the table has, how many seconds the
///    rebuild takes, what it costs in dollars, how large the index gets, and what to do if the
///    store may not hold it.
/// 2. `{"step": "segment", "listing": ..., "token": ..., "generation": ..., "segment": 5}`, for all
///    segments in parallel. The status is `CONTINUE` until all of the segment is read, then `DONE`,
///    or `WAITING` if its rows are sorted and wait for those of the other segments. It is `LOST` if
///    the store has lost a part, and then the next step begins anew.
/// 3. `{"step": "finish", "listing": ..., "token": ..., "generation": ...}`. The status is `DONE`,
///    or `CONTINUE` if all steps must be repeated: to merge what the segments have sorted, or
///    because a part was lost.
///
/// A state machine says more, because its executions must end in time ([RebuildSteps.Relay]): a
/// segment's `invocation`, from 1, and to `begin` and `finish` its `input`. A segment's status is
/// then `LATER` after too many invocations, and that of `finish` too, with the name and the input
/// of the `next` execution.
///
/// @param table the name of the table whose listings can be rebuilt
/// @param setups makes a rebuild's setup from the definition and the threads
/// @param described describes the table
public record RebuildHandler(
    Listings listings,
    String table,
    BiFunction<IndexDefinition, ExecutorService, RebuildSetup> setups,
    Supplier<StreamedTable> described)
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than one page of each segment takes.
  private static final int MARGIN_MILLIS = 45_000;

  /// A request.
  ///
  /// @param step empty if all of them are asked for
  /// @param segments into how many parts the table is cut at the begin; 4 if it is missing
  /// @param generation the one from the answer to `begin`
  /// @param segment the segment's number, from 0
  /// @param invocation the how many-th of an execution it is, from 1; 0 if nobody counts
  /// @param anew true to discard another owner's unfinished rebuild
  /// @param input the whole input of a state machine's execution, because a state machine cannot
  ///   name a field that may be missing; null if none asks
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Request(
      String step,
      String listing,
      String token,
      int segments,
      String generation,
      @Nullable Integer segment,
      int invocation,
      boolean anew,
      @Nullable Input input) {
    static final int SEGMENTS_MAX = 40;
    private static final int SEGMENTS_DEFAULT = 4;

    /// @param execution the how many-th of a rebuild it is; 0 for the first one
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Input(boolean anew, int execution) {}

    /// @throws IllegalArgumentException naming the field that is missing or wrong
    static Request of(Map<String, Object> event) {
      Map<String, Object> given = new HashMap<>(event);
      given.putIfAbsent("step", "");
      boolean isBegin = Set.of("", "begin").contains(given.get("step"));
      if (isBegin) {
        given.putIfAbsent("segments", SEGMENTS_DEFAULT);
        given.putIfAbsent("token", "lambda-" + UUID.randomUUID());
      }
      Request request = Requests.read(given, Request.class);
      WrongValue.unless(
          isBegin || "segment".equals(request.step) || "finish".equals(request.step),
          "\"step\"",
          request.step,
          "begin, finish, segment");
      require("listing", request.listing);
      require("token", request.token);
      if (isBegin) {
        boolean isValid = request.segments >= 1 && request.segments <= SEGMENTS_MAX;
        WrongValue.unless(isValid, "\"segments\"", request.segments, "1 to " + SEGMENTS_MAX);
      } else {
        require("generation", request.generation);
      }
      return request;
    }

    private static void require(String field, @Nullable String text) {
      WrongValue.unless(
          text != null && !text.isEmpty(),
          "\"" + field + "\"",
          String.valueOf(text),
          "a text that is not empty");
    }

    boolean isAnew() {
      return anew || (input != null && input.anew);
    }
  }

  /// Wired from the environment; see [Wiring#of].
  public RebuildHandler() {
    this(Wiring.of(System.getenv()));
  }

  public RebuildHandler(Wiring wiring) {
    this(wiring.services().listings(), wiring.table(), wiring::rebuild, wiring::described);
  }

  /// @throws IllegalArgumentException if the table has no such listing, or a field is wrong
  /// @throws pagemark.state.RebuildHeldException if another owner rebuilds the listing
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  /// @throws pagemark.rebuild.UnsafeIndexException if the index would lose entries in silence, or
  ///   not follow the table; the same call fails until the server's or the table's settings are
  ///   corrected
  /// @throws pagemark.rebuild.ConsumerBehindException if the stream's consumer is far behind, and
  ///   does not come closer
  /// @throws pagemark.rebuild.RebuildException if the rebuild stopped; the same call goes on
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    Request request = Request.of(event);
    Listing listing = listing(request.listing());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      RebuildSetup setup = setups.apply(listing.definition(), threads);
      Rebuild rebuild = new Rebuild(setup, listing, described.get(), request.token());
      Map<String, Object> answer =
          new RebuildSteps(
                  rebuild, threads, () -> context.getRemainingTimeInMillis() > MARGIN_MILLIS)
              .answer(request);
      log(answer, new FunctionLog(context, setup.indexed().clock()));
      return answer;
    }
  }

  /// One line at the begin of a rebuild, which says how long it will take, and one whenever it
  /// waits to begin, which says how far the stream's consumer is behind.
  private static void log(Map<String, Object> answer, FunctionLog log) {
    boolean begins = answer.containsKey("estimate");
    if (begins || answer.containsKey("lagMillis")) {
      LogLine line = new LogLine(begins ? "rebuild begins" : "rebuild waits");
      answer.forEach(line::put);
      boolean fits =
          !(answer.get("estimate") instanceof Map<?, ?> told && told.containsKey("advice"));
      log.write(line, fits ? LogLevel.INFO : LogLevel.WARN);
    }
  }

  private Listing listing(String name) {
    return listings.of(table).stream()
        .filter(listing -> listing.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                WrongValue.of(
                    "\"listing\"", "\"%s\"".formatted(name), new TreeSet<>(listings.names())));
  }
}
