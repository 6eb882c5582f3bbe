package pagemark.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Commands that a document shows in a block of the language sh. They run in bash, as they are
/// shown, with stand-ins for the commands that would leave this machine or build something.
///
/// @param heading the one above it, of any level
public record Script(String file, String heading, String text) {
  private static final Pattern BLOCK =
      Pattern.compile("(?m)^#+ (?<heading>.*)$|(?s:^```sh\n(?<text>.*?)^```$)", Pattern.MULTILINE);

  /// A word in capitals, or an output of the stack where a command takes it.
  private static final Pattern WORD =
      Pattern.compile("\\b[A-Z][A-Z_]+\\b|(?<=[ ='])(?:RebuildArn|TableName|Url)(?=[ /])");

  private static final List<String> COMMANDS = List.of("aws", "curl", "mvn", "openssl", "sam");

  /// The launcher, which the documents call by its path.
  private static final String LAUNCHER = "pagemark";

  /// A call of a command.
  ///
  /// @param index the environment's `INDEX`, empty if it is not set
  /// @param listings the environment's `LISTINGS`, likewise
  public record Call(String command, String index, String listings, List<String> arguments) {
    private static Call of(String line) {
      List<String> fields = Arrays.asList(line.split("\u001f", -1));
      return new Call(
          fields.get(0),
          fields.get(1).replaceFirst("^INDEX=", ""),
          fields.get(2).replaceFirst("^LISTINGS=", ""),
          fields.subList(3, fields.size()));
    }

    /// Whether it is such a call, as `sam deploy`.
    public boolean is(String... start) {
      List<String> words = new ArrayList<>(List.of(command));
      words.addAll(arguments);
      return words.size() >= start.length && words.subList(0, start.length).equals(List.of(start));
    }

    /// The value of an option.
    public String option(String name) {
      int at = arguments.indexOf(name);
      if (at < 0 || at + 1 == arguments.size()) {
        throw new AssertionError(name + " is missing: " + this);
      }
      return arguments.get(at + 1);
    }
  }

  /// The scripts of README.md and of the documents about AWS that need it.
  public static Stream<Script> ofAws() {
    return Stream.concat(
        of("README.md").stream().filter(script -> script.heading().equals("Deploy on AWS")),
        Stream.of(
                "deploy",
                "fronts",
                "costs",
                "which-index",
                "releases",
                "operations",
                "production",
                "recipes")
            .flatMap(name -> of("docs/" + name + ".md").stream()));
  }

  /// The scripts of a document, in its order.
  public static List<Script> of(String file) {
    List<Script> scripts = new ArrayList<>();
    String heading = "";
    Matcher blocks = BLOCK.matcher(Documents.text(file));
    while (blocks.find()) {
      if (blocks.group("heading") != null) {
        heading = blocks.group("heading");
      } else {
        scripts.add(new Script(file, heading, blocks.group("text")));
      }
    }
    return scripts;
  }

  /// Runs it.
  ///
  /// @param values take the places of words in capitals
  /// @param folder an empty one, which then holds the file `secret`
  /// @param environment more variables
  public List<Call> run(Map<String, String> values, Path folder, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path calls = Files.writeString(folder.resolve("calls"), "");
    Path output = folder.resolve("output");
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String command : COMMANDS) {
      standIn(bin.resolve(command));
    }
    standIn(folder.resolve(LAUNCHER));
    Path secret = folder.resolve("secret");
    if (!Files.exists(secret)) {
      Files.writeString(
          secret, "{\"previous\": \"none\", \"current\": \"%s\"}".formatted("k".repeat(64)));
    }
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", filled(values))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    bash.environment().keySet().removeAll(List.of("INDEX", "TABLE_NAME", "LISTINGS"));
    bash.environment().putAll(environment);
    bash.environment()
        .putAll(
            Map.of(
                "PATH", bin + ":" + System.getenv("PATH"),
                "CALLS", calls.toString(),
                "SECRET", secret.toString()));
    Process process = bash.start();
    assertEquals(0, process.waitFor(), () -> this + " printed " + read(output));
    return Files.readAllLines(calls, UTF_8).stream().map(Call::of).toList();
  }

  /// The environment in which the packaged command runs, and finds a DynamoDB at an endpoint as
  /// that of AWS.
  public static Map<String, String> packaged(URI dynamodb) {
    return Map.of(
        "AWS_ENDPOINT_URL_DYNAMODB",
        dynamodb.toString(),
        "AWS_ENDPOINT_URL_DYNAMODB_STREAMS",
        dynamodb.toString(),
        "AWS_ACCESS_KEY_ID",
        "local",
        "AWS_SECRET_ACCESS_KEY",
        "local",
        "AWS_REGION",
        "us-east-1",
        "PAGEMARK",
        Documents.ROOT.resolve("pagemark").toString());
  }

  private static void standIn(Path command) throws IOException {
    try (var standIn = Script.class.getResourceAsStream("stand-in.sh")) {
      Files.write(command, standIn.readAllBytes());
    }
    command.toFile().setExecutable(true);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private String filled(Map<String, String> values) {
    return WORD.matcher(text)
        .replaceAll(
            word -> Matcher.quoteReplacement(values.getOrDefault(word.group(), word.group())));
  }

  /// The parameters as `sam deploy` reads them: it ends a value at a space or a quote, unless all
  /// of the value is quoted, and takes no empty one without quotes.
  public static Map<String, String> overrides(List<String> arguments) {
    Pattern override = Pattern.compile("([A-Za-z0-9]+)=(?:\"([^\"\\\\]*)\"|([^ \"'\\\\]+))");
    Map<String, String> parameters = new TreeMap<>();
    int from = arguments.indexOf("--parameter-overrides") + 1;
    for (String argument :
        from == 0 ? List.<String>of() : arguments.subList(from, arguments.size())) {
      if (argument.startsWith("--")) {
        break;
      }
      Matcher matcher = override.matcher(argument);
      if (!matcher.matches()) {
        throw new AssertionError("sam does not read this as one parameter: " + argument);
      }
      parameters.put(matcher.group(1), matcher.group(matcher.group(2) == null ? 3 : 2));
    }
    return parameters;
  }
}
