package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pagemark.check.Shown;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.ResultOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    header = "Writes all items that match a request to a file.",
    description =
        "Reads page after page by cursor. Stopped and started again, it goes on where it stopped:"
            + " FILE.part keeps the place, until the file is whole.")
final class ExportCommand implements Callable<Integer> {
  /// A listing lowers the size of a page to its own maximum.
  private static final String FIRST = "size=500";

  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  private static final int TRIES = 5;
  private static final int TOLD_MAX = 500;
  private static final Pattern WITHIN = Pattern.compile("\"next\":\"[^\"]*[?&]cursor=([^\"&]+)");

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private final ResultOption result = new ResultOption();
  private final HttpClient http = HttpClient.newHttpClient();

  @Option(
      names = "--url",
      paramLabel = "URL",
      required = true,
      description = "The API, such as http://localhost:8080.")
  private URI url = URI.create("");

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      required = true,
      description = "The listing whose items to write.")
  private String listing = "";

  @Option(
      names = "--group",
      paramLabel = "TEXT",
      description = "The listed group; once for each value that names it.")
  private List<String> group = List.of();

  @Option(
      names = "--query",
      paramLabel = "PARAMETERS",
      description =
          "Filters, a window, sort and order, as in a URL: 'status=OPEN&from=2024-05-01'.")
  private String query = "";

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "A header of each request: 'Authorization=Bearer ...'.")
  private Map<String, String> headers = Map.of();

  /// @see ExportedFile
  private enum Format {
    JSONL,
    CSV
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "jsonl (the default), or csv, whose last column has further attributes as JSON.")
  private Format format = Format.JSONL;

  @Option(
      names = "--attributes",
      paramLabel = "NAMES",
      split = ",",
      description = "The columns of csv; by default the attributes of the first page.")
  private List<String> attributes = List.of();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file to write. It must not be there, unless FILE.part is.")
  private Path out = Path.of("");

  @Override
  public Integer call() throws InterruptedException {
    try {
      return export();
    } catch (IOException e) {
      throw new CommandException(
          "%s cannot be written: %s. The same command goes on where this stopped"
              .formatted(out, e));
    }
  }

  private int export() throws IOException, InterruptedException {
    URI pages = pages();
    ExportedFile file = ExportedFile.open(out, pages, format == Format.CSV, attributes, FIRST);
    ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
    if (file.items() > 0) {
      progress.say("Going on behind %s".formatted(Shown.count(file.items(), "item")));
    }
    while (!file.isWhole()) {
      JsonNode asked = file.state().path("next");
      JsonNode page = page(pages + asked.asText(), file);
      JsonNode next = next(page);
      if (next.equals(asked)) {
        throw new CommandException("the API answers the cursor that it was asked for");
      }
      note(page.path("page"), file.state());
      file.add(page.path("items").valueStream().toList(), next);
      show(progress, file.items(), file.state().path("total").asLong());
    }
    progress.wipe();
    print(file);
    file.end();
    return CommandLine.ExitCode.OK;
  }

  /// Notes what the end of the export tells: the first total and the last, and whether a page was
  /// known to be inexact.
  private static void note(JsonNode page, ObjectNode state) {
    JsonNode total = page.path("totalItems");
    if (total.isNumber()) {
      state.set("total", total);
      state.putIfAbsent("totalBefore", total);
    }
    if (page.has("exact")) {
      state.put("exact", false);
    }
  }

  private URI pages() {
    String base = url.toString().replaceFirst("/+$", "");
    StringBuilder pages = new StringBuilder(base + '/' + URLEncoder.encode(listing, UTF_8) + '?');
    group.forEach(
        each -> pages.append("group=").append(URLEncoder.encode(each, UTF_8)).append('&'));
    if (query.matches("(.*&)?(page|skip|at|item|cursor|size|numbering)=.*")) {
      throw new CommandException(
          "--query is %s; valid: filters, a window, sort and order".formatted(query));
    }
    pages.append(query).append(query.isEmpty() ? "" : "&");
    try {
      HttpRequest.newBuilder(URI.create(pages.toString()));
      return URI.create(pages.toString());
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          "%s is no address: %s. Valid: --url http://localhost:8080, and a percent-encoded --query"
              .formatted(pages, e.getMessage()));
    }
  }

  /// The parameters of the next page; null behind the last one.
  private static JsonNode next(JsonNode page) {
    JsonNode after = page.path("cursors").path("after");
    if (after.isMissingNode()) {
      throw new CommandException("the API answers no cursors, so it has no key for them");
    }
    return ExportedFile.JSON.valueToTree(
        after.isNull() ? null : FIRST + "&cursor=" + URLEncoder.encode(after.asText(), UTF_8));
  }

  private JsonNode page(String address, ExportedFile file) throws InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address)).timeout(ANSWER_MAX);
    headers.forEach(request::header);
    for (int tries = 1; ; tries++) {
      String failure;
      try {
        HttpResponse<String> response =
            http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 200) {
          return ExportedFile.JSON.readTree(response.body());
        }
        Optional<String> within = within(response);
        if (within.isPresent()) {
          ObjectNode none = ExportedFile.JSON.createObjectNode();
          none.putObject("cursors").put("after", within.get());
          return none;
        }
        failure = "%s: %s".formatted(response.statusCode(), told(response.body()));
        if (response.statusCode() < 500 && response.statusCode() != 429) {
          throw new CommandException(failure + hint(response, file));
        }
      } catch (IOException e) {
        failure = "%s does not answer: %s".formatted(url, e);
      }
      if (tries == TRIES) {
        throw new CommandException(failure + ". The same command goes on where this stopped");
      }
      Thread.sleep(Duration.ofSeconds(tries));
    }
  }

  /// The cursor that a first page has whose items do not fit into one answer.
  private static Optional<String> within(HttpResponse<String> response) {
    Matcher next = WITHIN.matcher(response.body());
    return response.statusCode() == 400 && next.find()
        ? Optional.of(next.group(1))
        : Optional.empty();
  }

  /// The beginning of an answer, which may be a whole page of a proxy.
  private static String told(String body) {
    return body.length() <= TOLD_MAX ? body : body.substring(0, TOLD_MAX) + "...";
  }

  /// How to begin anew if a cursor has grown too old.
  private static String hint(HttpResponse<String> response, ExportedFile file) {
    return file.items() > 0 && response.body().contains("\"parameter\":\"cursor\"")
        ? " The cursor is %d hours old. To begin anew, remove %s and %s"
            .formatted(
                Duration.between(file.at(), Instant.now()).toHours(), file.file(), file.part())
        : "";
  }

  /// @param total 0 if the index does not tell it now
  private static void show(ProgressLine progress, long items, long total) {
    if (progress.isDue()) {
      long percent = total == 0 ? 0 : Math.min(100, 100 * items / total);
      String count = Shown.count(items, "item");
      progress.show(percent, count, "%s (%d %%)".formatted(count, percent));
    }
  }

  private void print(ExportedFile file) {
    ObjectNode state = file.state();
    result.print(
        state.deepCopy().retain("items", "totalBefore", "total", "exact"),
        lines -> {
          lines.printf("Wrote %s to %s%n", Shown.count(file.items(), "item"), out);
          if (!state.path("totalBefore").equals(state.path("total"))) {
            lines.printf(
                Locale.ROOT,
                "Items were written meanwhile: %s matched at the beginning, %s at the end%n",
                state.path("totalBefore"),
                state.path("total"));
          }
          if (state.has("exact")) {
            lines.println("Pages said `exact: false`: until the index is repaired, items may lack");
          }
        });
  }
}
