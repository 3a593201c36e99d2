-- Names are compared in another way: everybody is compared again, as with another list.
update screening_lists set version = version + 1;
