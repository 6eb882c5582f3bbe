package pagemark.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The packaged functions: of all that AWS offers they carry the client of DynamoDB, and with it
/// nothing that could call another service.
final class FunctionJarsIT {
  private static final Pattern CLIENT =
      Pattern.compile(
          "software/amazon/awssdk/services/([^/]+)/.*Client[.]class"
              + "|com/amazonaws/services/((?!lambda/runtime/)[^/]+)/.*[.]class");

  private static final Path ROOT =
      Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
          .filter(folder -> Files.exists(folder.resolve("template.yaml")))
          .findFirst()
          .orElseThrow();

  @ParameterizedTest
  @ValueSource(strings = {"api-function", "stream-sync-function"})
  void jarHasTheClientOfDynamoDbAndOfNoOtherService(String module) throws IOException {
    Path jar = ROOT.resolve(module).resolve("target").resolve(module + ".jar");
    Set<String> services = new TreeSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        Matcher client = CLIENT.matcher(entry.getName());
        if (client.matches()) {
          services.add(client.group(1) == null ? client.group(2) : client.group(1));
        }
      }
    }
    assertEquals(Set.of("dynamodb"), services);
  }
}
