package pagemark.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// `verification/aws/run` with stand-ins for its commands (account.sh), which keep an account's
/// resources. Nobody has run it in AWS.
@Nightly
@TakesLong(nightly = 90)
final class AwsRunIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String RUN = "verification/aws/run";

  /// For each kind of resource, a printed command that deletes it, or one that lists it.
  private static final Map<String, String> TOLD =
      Map.of(
          "stack", "delete-stack --stack-name NAME",
          "table", "delete-table --table-name NAME|list-tables",
          "bucket", "s3 rb --force s3://NAME|list-buckets",
          "key", "schedule-key-deletion .*--key-id NAME|list-stack-resources");

  @TempDir private Path folder;

  /// @param left the resources that are still there, each a kind and a name
  private record Ended(int exit, String printed, List<String> left, int calls) {}

  @BeforeEach
  void copy() throws IOException {
    Files.createDirectories(folder.resolve("verification/aws"));
    for (String file : List.of(RUN, "verification/aws/listings.json")) {
      Files.copy(ROOT.resolve(file), folder.resolve(file));
    }
    Files.createDirectory(folder.resolve("bin"));
    for (String command : List.of("aws", "sam", "curl", "pagemark")) {
      Path file = folder.resolve("bin").resolve(command);
      Files.copy(Path.of("src/test/resources/pagemark/deploy/account.sh"), file);
      assertTrue(file.toFile().setExecutable(true));
    }
  }

  /// @param fails the number of the call that fails; 0 for none
  private Ended run(int fails, String... options) throws IOException, InterruptedException {
    Path account = Files.createDirectory(folder.resolve("account" + fails + options.length));
    ProcessBuilder run =
        new ProcessBuilder(Stream.concat(Stream.of(RUN), Stream.of(options)).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true);
    Map<String, String> environment = run.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.putAll(
        Map.of(
            "ACCOUNT", account.toString(),
            "FAILS", "" + fails,
            "ITEMS", "1000",
            "PAGEMARK", "pagemark",
            "PAUSE", "0"));
    Process process = run.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    int exit = process.waitFor();
    Path calls = account.resolve("calls");
    return Files.exists(calls)
        ? new Ended(
            exit,
            printed,
            Files.readAllLines(account.resolve("resources")),
            Integer.parseInt(Files.readString(calls).strip()))
        : new Ended(exit, printed, List.of(), 0);
  }

  @Test
  void aRunEndsWithAReportAndNothingLeft() throws Exception {
    Ended ended = run(0);
    assertEquals(0, ended.exit(), ended::printed);
    assertEquals(List.of(), ended.left());
    assertTrue(ended.printed().contains("\nNothing is left. "), ended::printed);
    assertTrue(
        ended
            .printed()
            .contains("The index took 250.00 write units an item; plan says 1.58 to 6.31"),
        ended::printed);
    try (Stream<Path> files = Files.list(folder)) {
      Path report = files.filter(file -> file.toString().endsWith(".md")).findFirst().orElseThrow();
      assertEquals(ended.printed(), Files.readString(report));
    }
    assertFalse(ended.printed().contains("123456789012"), "the account's number");
  }

  @Test
  void eachFailedCallEndsWithWhatIsLeftAndHowToDeleteIt() throws Exception {
    int calls = run(0).calls();
    assertTrue(calls > 40, "calls: " + calls);
    int told = 0;
    for (int call = 1; call <= calls; call++) {
      Ended ended = run(call);
      String[] parts = ended.printed().split("\nLEFT\\. ", 2);
      assertTrue(
          parts.length == 2 || ended.printed().contains("\nNothing is left. "), ended::printed);
      for (String resource : ended.left()) {
        String[] kindAndName = resource.split(" ", 2);
        String line = TOLD.getOrDefault(kindAndName[0], "").replace("NAME", kindAndName[1]);
        String left = parts[parts.length - 1];
        assertTrue(Pattern.compile(line).matcher(left).find(), () -> resource + " of " + left);
      }
      told += parts.length - 1;
      boolean isAskedAgain = ended.printed().contains("\nAll of it held.");
      assertEquals(isAskedAgain && parts.length == 1 ? 0 : 1, ended.exit(), ended::printed);
    }
    assertTrue(told > 5, "runs that left something: " + told);
  }

  @Test
  void aDryRunPrintsEachCommandWithItsPriceAndCallsNothing() throws Exception {
    Ended dry = run(0, "--dry-run");
    assertEquals(0, dry.exit(), dry::printed);
    assertEquals(0, dry.calls());
    assertEquals(
        commands(run(0).printed()), commands(dry.printed().replaceFirst("(?s)\n## The end.*", "")));
    assertTrue(dry.printed().contains("\nAll steps cost $"), dry::printed);
    assertEquals(2, run(1, "--wet").exit());
  }

  /// Price, program and first words of each line with a command.
  private static List<String> commands(String printed) {
    return Pattern.compile("(?m)^\\$[0-9.]+ +\\S+ \\S+( [a-z][a-z-]+)?")
        .matcher(printed)
        .results()
        .map(found -> found.group())
        .toList();
  }
}
