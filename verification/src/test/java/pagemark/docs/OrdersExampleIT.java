package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalHttp;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;

/// Runs the commands of README's section about a table of one's own, on examples/orders: `local` in
/// this process, `load` by the launcher, and the request.
@Nightly
@TakesLong(nightly = 10)
final class OrdersExampleIT {
  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofSeconds(60));
  private static final String SECTION = "Your table";
  private static final Pattern OPTION = Pattern.compile("--(\\S+) (\\S+)");

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  @TempDir private Path folder;

  @Test
  void ordersAreLoadedAndFilteredAsItIsShown() throws Exception {
    String readme = Documents.readme();
    List<String> commands =
        Documents.block(readme, SECTION, "sh").replaceAll("\\\\\n\\s*", "").lines().toList();
    String local = commands.get(0);
    String load = commands.get(1).replaceFirst("\\s*#.*", "");
    assertEquals("http://localhost:" + option(local, "dynamodb-port"), endpoint(load));
    try (LocalStack stack = start(option(local, "listings"))) {
      run(load.replace(endpoint(load), stack.dynamodb().toString()));
      assertTrue(stack.await(CATCH_UP_MAX).isCaughtUp());
      String curl = commands.get(2);
      String path = curl.replaceFirst("curl 'http://localhost:([0-9]+)([^']*)'", "$2");
      assertEquals(curl, "curl 'http://localhost:%s%s'".formatted(option(local, "port"), path));
      String answer = LocalHttp.get(stack, path).body();
      new HttpExamples(stack.url())
          .checkJson(Documents.block(readme, SECTION, "json"), answer, curl);
    }
    assertEquals(List.of(), log, "logged");
  }

  private static String option(String command, String name) {
    Matcher options = OPTION.matcher(command);
    while (options.find()) {
      if (options.group(1).equals(name)) {
        return options.group(2);
      }
    }
    throw new AssertionError("--" + name + " is missing: " + command);
  }

  private static String endpoint(String command) {
    return option(command, "dynamodb-endpoint");
  }

  private LocalStack start(String listings) throws Exception {
    Listings orders = Listings.parse(Documents.text(listings), Map.of());
    return PooledStack.start(new LocalOptions(0, 0, 0, null, orders, 0), log::add);
  }

  private void run(String command) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command.split("\\s+"))
            .directory(Documents.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertEquals(0, process.waitFor(), command);
  }
}
