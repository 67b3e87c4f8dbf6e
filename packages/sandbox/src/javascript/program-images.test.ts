import { describe, expect, test } from "@jest/globals";
import { ProgramImages } from "./program-images.ts";

const MB = 1024 * 1024;
const image = (size: number) => ({ runs: [], size });

describe("ProgramImages", () => {
  test("makes an image of a program that comes for the second time", () => {
    const images = new ProgramImages();
    let taken = 0;
    const take = () => image(++taken);
    images.offer("a", take);
    expect([taken, images.get("a")]).toEqual([0, undefined]);
    images.offer("a", take);
    expect([taken, images.get("a")]).toEqual([1, image(1)]);
  });

  test("keeps no image that is too large", () => {
    const images = new ProgramImages();
    for (let offer = 0; offer < 3; offer++) images.offer("a", () => image(5 * MB));
    expect(images.get("a")).toBeUndefined();
  });

  test("forgets the programs that were called longest ago when the images together are too large", () => {
    const images = new ProgramImages();
    for (const key of ["a", "b", "c", "d", "e", "f", "g"]) {
      images.offer(key, () => image(4 * MB));
      images.offer(key, () => image(4 * MB));
      images.get("a");
    }
    const kept = ["a", "b", "c", "d", "e", "f", "g"].filter((key) => images.get(key) !== undefined);
    expect(kept).toEqual(["a", "c", "d", "e", "f", "g"]);
  });

  test("forgets programs that came once when there are too many", () => {
    const images = new ProgramImages();
    for (let program = 0; program <= 200; program++) images.offer(String(program), () => image(1));
    let taken = 0;
    for (const key of ["0", "200"]) images.offer(key, () => image(++taken));
    expect(taken).toBe(1);
  });
});
