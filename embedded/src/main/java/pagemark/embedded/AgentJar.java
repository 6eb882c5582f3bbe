package pagemark.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// Writes the jar with [LoopbackAgent] that `java -javaagent` needs.
final class AgentJar {
  private AgentJar() {}

  static void write(Path file) {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest());
        InputStream agent = LoopbackAgent.class.getResourceAsStream("LoopbackAgent.class")) {
      jar.putNextEntry(new JarEntry(LoopbackAgent.class.getName().replace('.', '/') + ".class"));
      requireNonNull(agent).transferTo(jar);
    } catch (IOException e) {
      throw new ServerStartException("Cannot write " + file, e);
    }
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", LoopbackAgent.class.getName());
    return manifest;
  }
}
